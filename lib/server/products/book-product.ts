import 'server-only';
import type { z } from 'zod';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { UserProduct, UserProductRequest } from '#contracts/v2/products.ts';
import type { ReadList } from '#contracts/v2/reading.ts';
import type { ActorContext, LocationContext } from '#lib/server/base/actor.ts';
import { refuseErased } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { storedText } from '#lib/server/base/stored-text.ts';
import { notConfirmed, writeAudit } from '#lib/server/base/write-audit.ts';
import { missingMember } from '#lib/server/cards/missing-member.ts';
import type { ApiProblem, GymAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import {
  bookProduct as bookAtPlatform,
  endBooking as endAtPlatform,
  listBookings,
  listProducts,
} from '#lib/server/gym-api/products.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';
import { brokenRules } from '#lib/wire/broken-rule.ts';
import {
  type BookedDays,
  type BookInput,
  type BookOutcome,
  bookingForm,
  type DayProblems,
  dayProblemOf,
  type EndBookingInput,
  type EndBookingOutcome,
} from '#lib/wire/products.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { readDays } from './read-products.ts';

type Wish = Omit<BookInput, 'locationId'>;

/** Books a product for a member, or changes the days of a booking, unless it has changed since the form was opened. */
export const bookProduct = (context: ActorContext, wish: Wish): Promise<BookOutcome> =>
  withMemberLease(context.desk, { locationId: context.actor.location.id, accountId: wish.accountId }, () =>
    bookUnderLease(context, wish),
  );

/** Only for {@link bookProduct}: without the lease, the later of two concurrent changes overwrites the other. */
export async function bookUnderLease(
  context: ActorContext,
  { accountId, productId, startDate, endDate, base }: Wish,
): Promise<BookOutcome> {
  const { desk, actor } = context;
  const { location } = actor;
  const gym = desk.gymClientOf(location);
  const found = await findBooking(gym, { accountId, productId });
  if (!found.ok) return missing(context, { accountId, problem: found.problem });
  const { booking: before, title } = found.value;
  // a retry after a lost answer: the change is already stored
  if (isSame(before, { startDate, endDate })) return { kind: 'booked' };
  if (!isSame(before, base)) return { kind: 'changedMeanwhile' };

  const today = dayOf(desk.clock(), location.timeZone);
  const form = bookingForm({ today, runningSince: before?.startDate ?? null });
  const { error } = form.safeParse({ productId, startDate, endDate });
  if (error) return { kind: 'refused', problems: dayProblemsOf(error) };
  const writtenAt = new Date(desk.clock());
  const sent = await sendBooking(gym, { accountId, booking: { productId, startDate, endDate }, before, today });
  if (sent === 'changedMeanwhile') return { kind: 'changedMeanwhile' };
  const { answer, days } = sent;
  await recordChange(context, { accountId, days, title, before, at: writtenAt, action: 'bookProduct', answer });
  if (answer.ok) return { kind: 'booked' };
  const refused = refusedDays(answer.problem);
  return refused ? { kind: 'refused', problems: refused } : missing(context, { accountId, problem: answer.problem });
}

interface Sending {
  accountId: string;
  booking: Required<Sent<UserProductRequest>>;
  /** The booking that is changed; null where the product is booked anew. */
  before: BookedDays | null;
  today: string;
}

interface SentBooking {
  answer: GymAnswer<void>;
  /** As they were sent, or as the platform then lists them. */
  days: BookedDays;
}

/**
 * Sends a booking. A platform may take no day that is over, not even the booking's own: then it decides about the first day, unless the
 * booking has changed meanwhile, which is another reason to refuse that day.
 */
async function sendBooking(gym: GymClient, sending: Sending): Promise<SentBooking | 'changedMeanwhile'> {
  const { accountId, booking, before, today } = sending;
  const { productId, startDate, endDate } = booking;
  const days = { startDate, endDate };
  const answer = await bookAtPlatform(gym, { accountId, booking });
  const isRefused = !answer.ok && refusedDays(answer.problem)?.startDate !== undefined;
  if (before === null || startDate >= today || !isRefused)
    return { answer: await confirmed(gym, { accountId, productId, answer, wanted: days }), days };
  const now = await readBooked(gym, { accountId, productId });
  if (now === null) return { answer, days };
  if (!isSame(now.days, before)) return 'changedMeanwhile';
  const again = await bookAtPlatform(gym, { accountId, booking: { productId, endDate } });
  const booked = again.ok || isInDoubt(again.problem) ? (await readBooked(gym, { accountId, productId }))?.days : null;
  if (booked?.endDate === endDate) return { answer: { ok: true, value: undefined }, days: booked };
  return { answer: again, days: { startDate: null, endDate } };
}

/** Ends a booking immediately, not at the end of the day, unless it has changed since the user was shown it. */
export const endBooking = (context: ActorContext, input: Omit<EndBookingInput, 'locationId'>) =>
  withMemberLease(context.desk, { locationId: context.actor.location.id, accountId: input.accountId }, () =>
    endUnderLease(context, input),
  );

async function endUnderLease(
  context: ActorContext,
  { accountId, productId, base }: Omit<EndBookingInput, 'locationId'>,
): Promise<EndBookingOutcome> {
  const { desk, actor } = context;
  const gym = desk.gymClientOf(actor.location);
  const found = await findBooking(gym, { accountId, productId });
  if (!found.ok) return missing(context, { accountId, problem: found.problem });
  const { booking, title } = found.value;
  // a platform may refuse to end what it does not list
  if (booking === null) return { kind: 'ended' };
  if (!isSame(booking, base)) return { kind: 'changedMeanwhile' };
  const writtenAt = new Date(desk.clock());
  const sent = await endAtPlatform(gym, { accountId, productId });
  const answer = await confirmed(gym, { accountId, productId, answer: sent, wanted: null });
  const change = { accountId, days: booking, title, before: null, at: writtenAt };
  await recordChange(context, { ...change, action: 'endBooking', answer });
  return answer.ok ? { kind: 'ended' } : missing(context, { accountId, problem: answer.problem });
}

interface Written extends Pick<BookInput, 'accountId' | 'productId'> {
  answer: GymAnswer<void>;
  /** The booking if the change was carried out; null where it ends. */
  wanted: BookedDays | null;
}

/** The answer to a change; after a lost one, the change counts as made if the bookings show it. */
async function confirmed(gym: GymClient, { accountId, productId, answer, wanted }: Written): Promise<GymAnswer<void>> {
  if (answer.ok || !isInDoubt(answer.problem)) return answer;
  const booked = await readBooked(gym, { accountId, productId });
  return booked !== null && isSame(booked.days, wanted) ? { ok: true, value: undefined } : answer;
}

/** The booking of a product as it is now, as {@link bookedOf}. Null also where the bookings cannot be read. */
async function readBooked(
  gym: GymClient,
  { accountId, productId }: Pick<BookInput, 'accountId' | 'productId'>,
): Promise<{ days: BookedDays | null } | null> {
  const listed = await listBookings(gym, { accountId, urgency: 'interactive', isFresh: true });
  return listed.ok ? bookedOf(listed.value, productId) : null;
}

interface Change {
  action: 'bookProduct' | 'endBooking';
  accountId: string;
  days: BookedDays;
  title: string;
  /** The days that were changed. */
  before: BookedDays | null;
  /** When the change was requested. */
  at: Date;
  answer: GymAnswer<void>;
}

/** Writes the audit log of a change that the platform has made, or may have made where its answer was lost. */
async function recordChange(
  { desk, actor: { location, staffId } }: ActorContext,
  { action, accountId, days, title, before, at, answer }: Change,
): Promise<void> {
  if (!answer.ok && !isInDoubt(answer.problem)) return;
  const what = `${wordsOf(days)} ${title}`;
  const reason = answer.ok ? what : notConfirmed(what);
  const cause = before && wordsOf(before);
  await desk.db.transaction(async (tx) => {
    await refuseErased(tx, { locationId: location.id, accountId, since: at });
    await writeAudit(tx, desk, { locationId: location.id, staffId, action, accountId, reason, cause });
    await notifyLive(tx, { locationId: location.id, event: 'members' });
  });
}

const wordsOf = ({ startDate, endDate }: BookedDays) => `${startDate ?? '–'} ${endDate ?? '–'}`;

interface FoundBooking {
  /** Null where the product is not booked. */
  booking: BookedDays | null;
  title: string;
}

/** The booking of a product at this moment, and what the product is called: its id, where the platform does not say. */
async function findBooking(
  gym: GymClient,
  { accountId, productId }: Pick<BookInput, 'accountId' | 'productId'>,
): Promise<GymAnswer<FoundBooking>> {
  const [booked, offered] = await Promise.all([
    listBookings(gym, { accountId, urgency: 'interactive', isFresh: true }),
    listProducts(gym, 'interactive'),
  ]);
  if (!booked.ok) return booked;
  const product = offered.ok ? offered.value.items.find((listed) => listed.productId === productId) : undefined;
  const found = bookedOf(booked.value, productId);
  // booking it again would replace the days of one that cannot be read
  if (found === null) return { ok: false, problem: { kind: 'unreadable', isPage: false } };
  return { ok: true, value: { booking: found.days, title: storedText(product?.title) ?? productId } };
}

/** The booking of a product: its `days` are null where it is not booked. Null where one that cannot be read may be of this product. */
function bookedOf({ items, unreadable }: ReadList<UserProduct>, productId: string): { days: BookedDays | null } | null {
  const booking = items.find((listed) => listed.productId === productId);
  if (booking) return { days: readDays(booking) };
  return unreadable.length > 0 ? null : { days: null };
}

const isSame = (one: BookedDays | null, other: BookedDays | null) =>
  one?.startDate === other?.startDate && one?.endDate === other?.endDate;

function dayProblemsOf(error: z.ZodError): DayProblems {
  const { startDate, endDate } = brokenRules(error);
  return {
    ...(startDate && { startDate: dayProblemOf(startDate) }),
    ...(endDate && { endDate: dayProblemOf(endDate) }),
  };
}

/** The days that the platform refused; null where it refused something else. */
function refusedDays(problem: ApiProblem): DayProblems | null {
  const failure = classifyFailure(problem);
  if (failure.kind !== 'rejected' || failure.status !== 400) return null;
  const days = (['startDate', 'endDate'] as const).filter((day) => day in failure.fieldErrors);
  return days.length > 0 ? Object.fromEntries(days.map((day) => [day, 'refused'] as const)) : null;
}

async function missing(
  context: LocationContext,
  { accountId, problem }: { accountId: string; problem: ApiProblem },
): Promise<{ kind: 'productGone' | 'memberGone' }> {
  const failure = classifyFailure(problem);
  const isProduct = failure.kind === 'missing' && failure.entity === 'PRODUCT';
  return isProduct ? { kind: 'productGone' } : missingMember(context, { accountId, problem });
}
