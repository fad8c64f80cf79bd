import { z } from 'zod';
import { int64, pathPart, requiredText, wholeNumberText } from '#contracts/v2/primitives.ts';
import { rfidNumber, sameCardNumber, type TagFormat, tagFormats } from '#contracts/v2/rfids.ts';
import { accountIdInput } from './account-id.ts';
import { memberInput } from './members.ts';
import type { MemberIdentity } from './verdict.ts';

/** By which wallet pass or by whose number the platform knows an issuer. */
const passIssuer = z.discriminatedUnion('wallet', [
  z.object({ wallet: z.literal('google'), collectorId: int64 }),
  z.object({ wallet: z.literal('apple'), passTypeId: requiredText() }),
]);
export type PassIssuer = z.infer<typeof passIssuer>;

/** An issuer as it stands in its form, with its id as a text. */
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

/** A card or pass that is to be somebody's. */
const cardInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rfid'), value: rfidInput, tagFormat: z.enum(tagFormats).nullable().default(null) }),
  z.object({ kind: z.literal('nfc'), value: tokenInput, issuer: passIssuer.nullable().default(null) }),
]);
export type Card = z.infer<typeof cardInput>;

/** The account that is known to hold the card and may lose it; null where nobody is. */
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

/** Somebody who holds the card that is to be given away, with what tells two of one name apart. */
export type CardHolder = MemberIdentity & { accountId: string };

/** What became of a card that was to be somebody's. */
export type AssignOutcome =
  | { kind: 'assigned'; movedFrom: CardHolder | null }
  | { kind: 'alreadyTheirs' }
  /** Another holder than the one that was expected: whoever asked has to ask again. */
  | { kind: 'heldByAnother'; holder: CardHolder }
  | { kind: 'memberGone' };

export type ReplaceOutcome =
  | Extract<AssignOutcome, { kind: 'heldByAnother' | 'memberGone' }>
  /** `isStillKnown`: a machine knows the card too, and the platform still finds the member by it. */
  | { kind: 'replaced'; movedFrom: string | null; isStillKnown: boolean }
  /** A machine assigned it; this interface cannot take it. */
  | { kind: 'notOurs' }
  /** The replacement is the lost card. */
  | { kind: 'sameCard' }
  /** The member has cards that the desk cannot read, and would lose them: nothing was changed. */
  | { kind: 'cardsUnreadable'; count: number }
  /** The platform took the change, and its list says otherwise. `missing`: cards that the member should have. */
  | { kind: 'listDiffers'; isStillListed: boolean; missing: string[] }
  /** The platform took the change, and could not be asked whether it was made. */
  | { kind: 'notConfirmed' };

export type RemovePassOutcome = { kind: 'removed' | 'alreadyRemoved' | 'memberGone' };

export interface MemberCard {
  rfid: string;
  tagFormat: TagFormat | (string & {}) | null;
  /** Machines assigned it: it is not ours to change. */
  isFromMachine: boolean;
}

export interface MemberPass {
  /** Null where the platform does not say whose it is. */
  issuer: PassIssuer | null;
  /** The last characters of the token: the whole opens doors. */
  ending: string;
}

export interface CardsView {
  cards: MemberCard[];
  /** Cards that the platform lists and the desk cannot read. */
  unreadable: number;
}

export interface PassesView {
  passes: MemberPass[];
  /** Issuers this location has used before, the last used first. */
  issuers: PassIssuer[];
}
