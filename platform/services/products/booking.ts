import type { UserProduct } from '#contracts/v2/products.ts';
import type { BookingDays } from './booking-days.ts';
import type { ProductFacts } from './product.ts';

/** A product that a member has booked, and its days. */
export type BookingFacts = Pick<ProductFacts, 'productId' | 'title' | 'description'> & BookingDays;

/** The booking as version 2 returns it. */
export const toUserProduct = ({ productId, startDate, endDate }: BookingFacts): UserProduct => ({
  productId: String(productId),
  startDate,
  endDate,
});
