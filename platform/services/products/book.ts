import { and, eq, sql as raw } from 'drizzle-orm';
import type { UserProductRequest } from '#contracts/v2/products.ts';
import type { Sql } from '#platform/db/client.ts';
import { bookings } from '#platform/db/schema/products.ts';
import type { Call } from '#platform/services/call.ts';
import { getGym } from '#platform/services/gyms/get.ts';
import type { MemberKey } from '#platform/services/members/find.ts';
import { requireNamedMember } from '#platform/services/members/named.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import type { BookingFacts } from './booking.ts';
import { type BookingDays, type DayNames, isOver, readBookingDays } from './booking-days.ts';
import { findProduct } from './product.ts';

interface BookingResult {
  booking: BookingFacts;
  /** False if a current or future booking was changed. */
  isNew: boolean;
}

/**
 * Books a product of the calling gym for the member that the keys identify, or changes their existing booking.
 * @param names the field names of the two days in the caller's interface
 * @throws 400 for days that are not allowed, 404 as every look-up, 404 PRODUCT, 409 if the keys identify different
 * people
 */
export async function bookProduct(
  call: Call,
  keys: MemberKey[],
  request: UserProductRequest,
  names?: DayNames,
): Promise<BookingResult> {
  const member = await requireNamedMember(call, keys);
  const { productId, title, description } = await findProduct(call, request.productId);
  const today = dayOf(call.clock().getTime(), (await getGym(call)).timeZone);
  const key = { chainId: call.chainId, gymId: call.gymId, accountId: member.accountId, productId };

  return call.db.transaction(async (sql) => {
    const existing = await lockBooking(sql, key);
    const days = readBookingDays(request, today, existing, names);
    const wasInserted = await writeBooking(sql, { ...key, ...days, updatedAt: call.clock() });
    const isNew = wasInserted || (existing !== undefined && isOver(existing, today));
    return { booking: { productId, title, description, ...days }, isNew };
  });
}

type BookingKey = Pick<typeof bookings.$inferSelect, 'chainId' | 'gymId' | 'accountId' | 'productId'>;

async function lockBooking(sql: Sql, key: BookingKey): Promise<BookingDays | undefined> {
  const [found] = await sql
    .select({ startDate: bookings.startDate, endDate: bookings.endDate })
    .from(bookings)
    .where(isBooking(key))
    .for('update');
  return found;
}

/** @returns whether there was no booking before; of two concurrent first bookings, exactly one is inserted */
async function writeBooking(sql: Sql, booking: typeof bookings.$inferInsert): Promise<boolean> {
  const { startDate, endDate, updatedAt } = booking;
  const [written] = await sql
    .insert(bookings)
    .values(booking)
    .onConflictDoUpdate({
      target: [bookings.chainId, bookings.gymId, bookings.accountId, bookings.productId],
      set: { startDate, endDate, updatedAt },
    })
    .returning({ wasInserted: raw<boolean>`xmax = 0` });
  return written?.wasInserted === true;
}

export const isBooking = ({ chainId, gymId, accountId, productId }: BookingKey) =>
  and(
    eq(bookings.chainId, chainId),
    eq(bookings.gymId, gymId),
    eq(bookings.accountId, accountId),
    eq(bookings.productId, productId),
  );
