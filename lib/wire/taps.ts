import { z } from 'zod';
import { sentTime } from '#lib/wire/time/sent-time.ts';
import { accountIdInput } from './account-id.ts';
import { longestReason, shortestReason } from './admission-reason.ts';
import { accountOfPresentTap } from './presence.ts';

/**
 * One press or one card held to the reader. The browser mints it once; every retry carries the same
 * `tapId` and `tappedAt`, so that a visit is recorded once however often it is sent.
 */
const tap = z.object({
  tapId: z.uuid(),
  /** Who was signed in at the screen when the tap was made; the person of the session where absent. */
  staffId: z.uuid().optional(),
  /** Browser's clock, epoch milliseconds, when the card was held to the reader. */
  tappedAt: z.number().int().positive(),
  ...sentTime.shape,
});
export type Tap = z.infer<typeof tap>;

/** A reader's burst, or text that a person typed. */
const read = { source: z.enum(['scan', 'typed']), value: z.string().min(1).max(1024) };

export const lookUpInput = z.discriminatedUnion('source', [
  tap.extend(read),
  /** A match of the directory that a person chose, by account id. */
  tap.extend({ source: z.literal('chosen'), value: accountIdInput }),
]);
export type LookUpInput = z.infer<typeof lookUpInput>;

/** What a look-up of the same scan will ask the platform about. */
export const glanceInput = z.object(read);
export type GlanceInput = z.infer<typeof glanceInput>;

const presentTap = z.string().refine((tapId) => accountIdInput.safeParse(accountOfPresentTap(tapId)).success);

const oneTap = z.union([z.uuid(), presentTap]);

/** Taps whose answers are read again, and what stands for those of whoever was looked at in the list. */
export const tapIdsInput = z.union([oneTap.transform((tapId) => [tapId]), z.array(oneTap).min(1).max(50)]);

export const visitInput = tap.extend({ accountId: accountIdInput });
export type VisitInput = z.infer<typeof visitInput>;

/** Lets a member in whom the platform refused; the reason goes to the audit log. */
export const overrideInput = visitInput.extend({ reason: z.string().trim().min(shortestReason).max(longestReason) });
export type OverrideInput = z.infer<typeof overrideInput>;

export const undoInput = tap.pick({ tapId: true });
export type UndoInput = z.infer<typeof undoInput>;

/** A scan that was a part of a card only, and what was read of the card. */
export const voidInput = undoInput.extend({ value: z.string().max(1024) });
export type VoidInput = z.infer<typeof voidInput>;

/** What is sent of each of them: where its screen stood, and which it is. */
export const tapInput = z.looseObject({
  locationId: z.uuid(),
  kind: z.enum(['lookUp', 'checkIn', 'checkOut', 'admitAnyway', 'undo', 'void']).catch('lookUp'),
});
