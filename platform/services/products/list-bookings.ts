import type { UserProduct } from '#contracts/v2/products.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import type { Call } from '#platform/services/call.ts';
import { dayAt } from '#platform/services/gyms/club-day.ts';
import { getGym } from '#platform/services/gyms/get.ts';

const bookingsOfMember: NamedStatement = {
  name: 'bookings_of_member',
  text: `SELECT product_id::text AS "productId", start_date AS "startDate", end_date AS "endDate" FROM bookings
    WHERE chain_id = $1 AND gym_id = $2 AND account_id = $3 AND end_date >= $4
    ORDER BY product_id`,
};

/** What the member has booked in the calling gym, running today or beginning later. */
export async function listBookings(call: Call, accountId: string): Promise<UserProduct[]> {
  const member = await findKnownMember(call, { by: 'accountId', accountId });
  const today = dayAt(call.clock(), (await getGym(call)).timeZone);
  return call.db.find<UserProduct>(bookingsOfMember, [call.chainId, call.gymId, member.account_id, today]);
}
