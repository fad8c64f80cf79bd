import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { getGym } from '#platform/services/gyms/get.ts';
import type { MemberKey } from '#platform/services/members/find.ts';
import { requireNamedMember } from '#platform/services/members/named.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import type { BookingFacts } from './booking.ts';

const bookingsOfMember: NamedStatement = {
  name: 'bookings_of_member',
  text: `SELECT product_id AS "productId", title, description, start_date AS "startDate", end_date AS "endDate"
    FROM bookings JOIN products USING (chain_id, gym_id, product_id)
    WHERE chain_id = $1 AND gym_id = $2 AND account_id = $3 AND end_date >= $4
    ORDER BY product_id`,
};

/** The member's current and future bookings in the calling gym. */
export async function listBookings(call: Call, ...keys: MemberKey[]): Promise<BookingFacts[]> {
  const member = await requireNamedMember(call, keys);
  const today = dayOf(call.clock().getTime(), (await getGym(call)).timeZone);
  return call.db.find<BookingFacts>(bookingsOfMember, [call.chainId, call.gymId, member.accountId, today]);
}
