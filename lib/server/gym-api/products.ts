import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import {
  type Product,
  productListAsRead,
  type UserProduct,
  type UserProductRequest,
  userProductListAsRead,
} from '#contracts/v2/products.ts';
import type { ReadList, Unreadable } from '#contracts/v2/reading.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

const writeTimeoutMs = 5_000;
const unreadableOf = ({ unreadable }: { unreadable: Unreadable[] }) => unreadable;

export function listProducts(gym: GymClient, urgency: Urgency): Promise<GymAnswer<ReadList<Product>>> {
  return gym.ask({ operation: 'listGymProducts', answer: productListAsRead, unreadableOf, urgency });
}

interface BookingsQuestion {
  accountId: string;
  urgency: Urgency;
  /** Do not coalesce with a request in flight. */
  isFresh?: boolean;
}

/** The member's current and future bookings at this gym. */
export function listBookings(
  gym: GymClient,
  { accountId, urgency, isFresh }: BookingsQuestion,
): Promise<GymAnswer<ReadList<UserProduct>>> {
  const answer = userProductListAsRead;
  return gym.ask({ operation: 'userProducts', parameters: { accountId }, answer, unreadableOf, urgency, isFresh });
}

/** Books a product, or changes the days of the existing booking. */
export function bookProduct(
  gym: GymClient,
  { accountId, booking }: { accountId: string; booking: Sent<UserProductRequest> },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'productBooking',
    parameters: { accountId },
    body: booking,
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Ends a booking at once. */
export function endBooking(
  gym: GymClient,
  { accountId, productId }: { accountId: string; productId: string },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deactivateUserProduct',
    parameters: { accountId, productId },
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}
