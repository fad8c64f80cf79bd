import { z } from 'zod';
import { int64, pathPart, requiredText, wholeNumberText } from '#contracts/v2/primitives.ts';
import { rfidNumber, sameCardNumber, type TagFormat, tagFormats } from '#contracts/v2/rfids.ts';
import { accountIdInput } from './account-id.ts';
import { memberInput } from './members.ts';
import type { MemberIdentity } from './verdict.ts';

/** Identifies a pass issuer at the platform, by wallet. */
const passIssuer = z.discriminatedUnion('wallet', [
  z.object({ wallet: z.literal('google'), collectorId: int64 }),
  z.object({ wallet: z.literal('apple'), passTypeId: requiredText() }),
]);
export type PassIssuer = z.infer<typeof passIssuer>;

/** The form of an issuer, with its id as text. */
export const passIssuerForm = z
  .discriminatedUnion('wallet', [
    z.object({
      wallet: z.literal('google'),
      id: z.string().trim().pipe(wholeNumberText(Number.MAX_SAFE_INTEGER)).pipe(int64),
    }),
    z.object({ wallet: z.literal('apple'), id: requiredText() }),
  ])
  .transform(
    (entered): PassIssuer =>
      entered.wallet === 'google'
        ? { wallet: entered.wallet, collectorId: entered.id }
        : { wallet: entered.wallet, passTypeId: entered.id },
  );

const rfidInput = rfidNumber.transform(sameCardNumber);
const tokenInput = requiredText(512).regex(pathPart, 'Must be the token of a pass.');

/** A card or pass to assign. */
const cardInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rfid'), value: rfidInput, tagFormat: z.enum(tagFormats).nullable().default(null) }),
  z.object({ kind: z.literal('nfc'), value: tokenInput, issuer: passIssuer.nullable().default(null) }),
]);
export type Card = z.infer<typeof cardInput>;

/**
 * The account that is known to hold the card and may lose it; null where none does. Guards against a race condition.
 */
const expectedHolder = accountIdInput.nullable();

export const assignCardInput = memberInput.extend({ card: cardInput, expectedHolder });
export type AssignCardInput = z.infer<typeof assignCardInput>;

export const replaceCardInput = memberInput.extend({
  lost: rfidInput,
  replacement: rfidInput.nullable(),
  expectedHolder,
});
export type ReplaceCardInput = z.infer<typeof replaceCardInput>;

export const removePassInput = memberInput.extend({ issuer: passIssuer.nullable() });
export type RemovePassInput = z.infer<typeof removePassInput>;

/** The member who holds the card that is to be assigned, with the data that distinguishes members of the same name. */
export type CardHolder = MemberIdentity & { accountId: string };

/** The outcome of assigning a card. */
export type AssignOutcome =
  | { kind: 'assigned'; movedFrom: CardHolder | null }
  | { kind: 'alreadyTheirs' }
  /** Another member than the expected one holds the card: the user must confirm again. */
  | { kind: 'heldByAnother'; holder: CardHolder }
  | { kind: 'memberGone' };

export type ReplaceOutcome =
  | Extract<AssignOutcome, { kind: 'heldByAnother' | 'memberGone' }>
  /**
   * `isStillKnown`: a machine knows the card too, so the platform still finds the member by it. `otherForms`: entries of the same card
   * with other leading zeros, which were removed with it.
   */
  | { kind: 'replaced'; movedFrom: string | null; isStillKnown: boolean; otherForms: string[] }
  /** A machine assigned the card; this interface cannot remove it. */
  | { kind: 'notOurs' }
  /** The replacement is the lost card. */
  | { kind: 'sameCard' }
  /** The member has cards that the desk cannot parse and would lose: nothing was changed. */
  | { kind: 'cardsUnreadable'; count: number }
  /** The platform accepted the change, but its list differs. `missing`: cards that the member should have. */
  | { kind: 'listDiffers'; isStillListed: boolean; missing: string[] }
  /** The platform accepted the change, but its list could not be read to verify it. */
  | { kind: 'notConfirmed' };

export type RemovePassOutcome = { kind: 'removed' | 'alreadyRemoved' | 'memberGone' };

export interface MemberCard {
  rfid: string;
  tagFormat: TagFormat | (string & {}) | null;
  /** A machine assigned the card: the desk must not change it. */
  isFromMachine: boolean;
}

export interface MemberPass {
  /** Null where the platform does not name the issuer. */
  issuer: PassIssuer | null;
  /** The last characters of the token only: the whole token opens doors. */
  ending: string;
}

export interface CardsView {
  cards: MemberCard[];
  /** The number of listed cards that the desk cannot parse. */
  unreadable: number;
}

export interface PassesView {
  passes: MemberPass[];
  /** Issuers used at this location before, most recent first. */
  issuers: PassIssuer[];
}
