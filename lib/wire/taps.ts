import { z } from 'zod';
import { sentTime } from '#lib/wire/time/sent-time.ts';
import { accountIdInput } from './account-id.ts';
import { longestReason, shortestReason } from './admission-reason.ts';
import { accountOfPresentTap } from './presence.ts';

/**
 * One press or one card held to the reader. The browser creates it once; every retry carries the same `tapId` (the
 * idempotency key) and `tappedAt`, so that a visit is recorded once however often it is sent.
 */
const tap = z.object({
  tapId: z.uuid(),
  /** The user who was signed in at the screen when the tap was made; absent: the user of the session. */
  staffId: z.uuid().optional(),
  /** Browser's clock, epoch milliseconds, when the card was held to the reader. */
  tappedAt: z.number().int().positive(),
  ...sentTime.shape,
});
export type Tap = z.infer<typeof tap>;

/** When a tap was made, whatever else it is. */
export const timedTap = tap.pick({ tappedAt: true }).extend(sentTime.shape);

/** A burst of a reader, or text that a person typed. */
const read = { source: z.enum(['scan', 'typed']), value: z.string().min(1).max(1024) };

export const lookUpInput = z.discriminatedUnion('source', [
  /**
   * `isHeld`: a card that was held to the device itself. Its number is read as a typed one, in canonical order, but counts as a card; a
   * desk of an earlier version ignores it.
   */
  tap.extend({ ...read, isHeld: z.boolean().optional() }),
  /** A match of the directory that the user chose, by account id. */
  tap.extend({ source: z.literal('chosen'), value: accountIdInput }),
]);
export type LookUpInput = z.infer<typeof lookUpInput>;

/** The same value as in the look-up that is sent to the platform. */
export const glanceInput = z.object(read);
export type GlanceInput = z.infer<typeof glanceInput>;

const presentTap = z.string().refine((tapId) => accountIdInput.safeParse(accountOfPresentTap(tapId)).success);

const oneTap = z.union([z.uuid(), presentTap]);

/** Taps whose verdicts to read again, and the `present-…` ids of members that were opened from the presence list. */
export const tapIdsInput = z.union([oneTap.transform((tapId) => [tapId]), z.array(oneTap).min(1).max(50).readonly()]);

export const visitInput = tap.extend({ accountId: accountIdInput });
export type VisitInput = z.infer<typeof visitInput>;

/**
 * A press of the check-in button. `scanTapId`: the tap whose verdict has the button; ignored where it is none of a scan, and by a desk
 * of an earlier version.
 */
export const checkInInput = visitInput.extend({ scanTapId: z.uuid().optional().catch(undefined) });
export type CheckInInput = z.infer<typeof checkInInput>;

/** Admits a member whom the platform refused; the reason goes to the audit log. */
export const overrideInput = visitInput.extend({ reason: z.string().trim().min(shortestReason).max(longestReason) });
export type OverrideInput = z.infer<typeof overrideInput>;

export const undoInput = tap.pick({ tapId: true });
export type UndoInput = z.infer<typeof undoInput>;

/** A scan that was only a part of a card, and the part that was read. */
export const voidInput = undoInput.extend({ value: z.string().max(1024) });
export type VoidInput = z.infer<typeof voidInput>;

/** The properties that every request to the tap route has: the location of the screen, and the kind. */
export const tapInput = z.looseObject({
  locationId: z.uuid(),
  kind: z.enum(['lookUp', 'checkIn', 'checkOut', 'admitAnyway', 'undo', 'void']).catch('lookUp'),
});
