import 'server-only';
import type { z } from 'zod';
import type { Actor, ActorContext, LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import { missingMember } from '#lib/server/cards/missing-member.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import {
  bookProduct as bookAtPlatform,
  endBooking as endAtPlatform,
  listBookings,
} from '#lib/server/gym-api/products.ts';
import { brokenRules } from '#lib/wire/broken-rule.ts';
import {
  type BookInput,
  type BookOutcome,
  bookingForm,
  type DayProblems,
  dayProblemOf,
  type EndBookingInput,
  type EndBookingOutcome,
} from '#lib/wire/products.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

/** Books a product for a member, or changes the days of an existing booking. */
export async function bookProduct(
  { desk, actor: { location } }: ActorContext,
  { accountId, productId, startDate, endDate }: Omit<BookInput, 'locationId'>,
): Promise<BookOutcome> {
  const today = dayOf(desk.clock(), location.timeZone);
  const gym = desk.gymClientOf(location);
  const isRunning = startDate < today && (await isBookedSince(desk, location, { accountId, productId, startDate }));
  const { error } = bookingForm({ today, runningSince: isRunning ? startDate : null }).safeParse({
    productId,
    startDate,
    endDate,
  });
  if (error) return { kind: 'refused', problems: dayProblemsOf(error) };

  const answer = await bookAtPlatform(gym, { accountId, booking: { productId, startDate, endDate } });
  if (!answer.ok) {
    const refused = refusedDays(answer.problem);
    return refused
      ? { kind: 'refused', problems: refused }
      : missing({ desk, actor: { location } }, { accountId, problem: answer.problem });
  }
  await notifyLive(desk.db, { locationId: location.id, event: 'members' });
  return { kind: 'booked' };
}

/** Ends a booking immediately, not at the end of the day. */
export async function endBooking(
  { desk, actor: { location } }: ActorContext,
  { accountId, productId }: Omit<EndBookingInput, 'locationId'>,
): Promise<EndBookingOutcome> {
  const answer = await endAtPlatform(desk.gymClientOf(location), { accountId, productId });
  if (!answer.ok) return missing({ desk, actor: { location } }, { accountId, problem: answer.problem });
  await notifyLive(desk.db, { locationId: location.id, event: 'members' });
  return { kind: 'ended' };
}

async function isBookedSince(
  desk: DeskContext,
  location: Actor['location'],
  { accountId, productId, startDate }: Pick<BookInput, 'accountId' | 'productId' | 'startDate'>,
): Promise<boolean> {
  const booked = answered(await listBookings(desk.gymClientOf(location), { accountId, urgency: 'interactive' }));
  return booked.items.some((booking) => booking.productId === productId && booking.startDate === startDate);
}

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
