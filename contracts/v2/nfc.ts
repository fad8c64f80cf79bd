import { z } from 'zod';
import { int64, optional, text, wholeNumberText } from './primitives.ts';

/** Deprecated way to name the issuer of a pass in a look-up. */
export const nfcFormats = ['NFC_EGYM_APPLE', 'NFC_EGYM_GOOGLE', 'NFC_EXTERNAL_APPLE', 'NFC_EXTERNAL_GOOGLE'] as const;

const oneIssuer = (issuer: { collectorId?: unknown; passTypeId?: unknown }) =>
  issuer.collectorId == null || issuer.passTypeId == null;
const oneIssuerIssue = { error: 'Excludes collectorId.', path: ['passTypeId'] };

export const assignNfcTokenRequest = z
  .object({
    collectorId: optional(int64).meta({ description: 'Issuer of a Google pass; excludes `passTypeId`.' }),
    passTypeId: optional(text(255)).meta({ description: 'Issuer of an Apple pass; excludes `collectorId`.' }),
    token: text(512).meta({ description: 'What the wallet pass sends to the reader.', example: 'deadbeefcafebabe' }),
  })
  .refine(oneIssuer, oneIssuerIssue)
  .meta({ id: 'NfcTokenRequest' });
export type AssignNfcTokenRequest = z.infer<typeof assignNfcTokenRequest>;

export const nfcToken = z.object({ token: z.string().nullish() }).meta({ id: 'NfcToken' });
/** The token of a pass as a client reads it: null where the answer names none. */
export const nfcTokenAsRead = nfcToken.nullable().transform((told) => told?.token ?? null);

const issuerFields = {
  collectorId: wholeNumberText(Number.MAX_SAFE_INTEGER).optional(),
  passTypeId: text(255).optional(),
};
/** Query that narrows a token to its issuer. */
export const nfcIssuerQuery = z.object(issuerFields).refine(oneIssuer, oneIssuerIssue);
export const nfcLookUpQuery = z
  .object({ ...issuerFields, nfcFormat: z.enum(nfcFormats).optional() })
  .refine(oneIssuer, oneIssuerIssue);
