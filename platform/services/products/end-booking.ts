import { bookings } from '#platform/db/schema/products.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { isBooking } from './book.ts';
import { findProduct } from './product.ts';

/** Ends a booking at once. Does nothing if the member has not booked the product. */
export async function endBooking(call: Call, accountId: string, product: string): Promise<void> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const { productId } = await findProduct(call, product);
  const key = { chainId: call.chainId, gymId: call.gymId, accountId: member.accountId, productId };
  await call.db.transaction((sql) => sql.delete(bookings).where(isBooking(key)));
}
