import { z } from 'zod';
import { int64, optional, requiredText, text, wholeNumberText } from './primitives.ts';

/** Deprecated way to name the issuer of a pass in a look-up. */
const nfcFormats = ['NFC_EGYM_APPLE', 'NFC_EGYM_GOOGLE', 'NFC_EXTERNAL_APPLE', 'NFC_EXTERNAL_GOOGLE'] as const;

const oneIssuer = (issuer: { collectorId?: unknown; passTypeId?: unknown }) =>
  issuer.collectorId == null || issuer.passTypeId == null;
const oneIssuerIssue = { error: 'Excludes collectorId.', path: ['passTypeId'] };

const issuerField = {
  collectorId: { description: 'Issuer of a Google pass; excludes `passTypeId`.', example: 20180608 },
  passTypeId: { description: 'Issuer of an Apple pass; excludes `collectorId`.', example: 'pass.org.example.gym' },
};
const tokenField = { description: 'What the wallet pass sends to the reader.', example: 'deadbeefcafebabe' };

export const assignNfcTokenRequest = z
  .object({
    collectorId: optional(int64).meta(issuerField.collectorId),
    passTypeId: optional(text(255)).meta(issuerField.passTypeId),
    token: text(512).meta(tokenField),
  })
  .refine(oneIssuer, oneIssuerIssue)
  .meta({
    id: 'NfcTokenRequest',
    example: { passTypeId: issuerField.passTypeId.example, token: tokenField.example },
  });
export type AssignNfcTokenRequest = z.infer<typeof assignNfcTokenRequest>;

export const nfcToken = z.object({ token: z.string().nullish().meta(tokenField) }).meta({ id: 'NfcToken' });
/** The token of a pass as a client parses it; null if the response has none. */
export const nfcTokenAsRead = nfcToken.nullable().transform((told) => told?.token ?? null);

const issuerFields = {
  collectorId: wholeNumberText(Number.MAX_SAFE_INTEGER).optional().meta(issuerField.collectorId),
  // an empty one is no request for all issuers: it would remove every pass
  passTypeId: requiredText(255).optional().meta(issuerField.passTypeId),
};
/** Query that limits a token to its issuer. */
export const nfcIssuerQuery = z.object(issuerFields).refine(oneIssuer, oneIssuerIssue);
export const nfcLookUpQuery = z
  .object({
    ...issuerFields,
    nfcFormat: z
      .enum(nfcFormats)
      .optional()
      .meta({ description: 'Deprecated: the wallet of the pass, by its former name.', example: 'NFC_EGYM_APPLE' }),
  })
  .refine(oneIssuer, oneIssuerIssue);
