import 'server-only';
import type { UserProduct } from '#contracts/v2/products.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { readDay } from '#lib/server/base/calendar.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import { listBookings, listProducts } from '#lib/server/gym-api/products.ts';
import type { BookedDays, ProductsView } from '#lib/wire/products.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/**
 * The current and future bookings of a member, and the products of the gym.
 * @throws ActionFailure where the platform cannot be asked, or does not know the member
 */
export async function readProducts(
  { desk, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<ProductsView> {
  const today = dayOf(desk.clock(), location.timeZone);
  const gym = desk.gymClientOf(location);
  const [offered, booked] = await Promise.all([
    listProducts(gym, 'interactive'),
    listBookings(gym, { accountId, urgency: 'interactive' }),
  ]);
  const products = answered(offered).items.flatMap(({ productId, title, description }) =>
    productId ? [{ productId, title: title || productId, description: description || null }] : [],
  );
  const titleOf = new Map(products.map(({ productId, title }) => [productId, title]));
  const { items, unreadable } = answered(booked);
  const bookings = items
    .map((booking) => {
      const { productId } = booking;
      const days = readDays(booking);
      const isRunning = days.startDate === null || days.startDate <= today;
      return { productId, title: titleOf.get(productId) ?? productId, ...days, isRunning };
    })
    .toSorted((a, b) => (a.startDate ?? '').localeCompare(b.startDate ?? '') || a.title.localeCompare(b.title));
  return { products, bookings, unreadable: unreadable.length };
}

/** The days of a booking, which a platform may write with a time. */
export const readDays = ({ startDate, endDate }: UserProduct): BookedDays => ({
  startDate: readDay(startDate),
  endDate: readDay(endDate),
});
