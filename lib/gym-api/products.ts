import 'server-only';
import {
  type Product,
  productList,
  type UserProduct,
  type UserProductRequest,
  userProduct,
  userProductList,
} from '#contracts/v2/products.ts';
import type { GymAnswer } from './answer.ts';
import type { Urgency } from './pacer.ts';
import type { Transport } from './transport.ts';

const writeTimeoutMs = 5_000;

export function listProducts(gym: Transport, urgency: Urgency): Promise<GymAnswer<Product[]>> {
  return gym.ask({ operation: 'listGymProducts', answer: productList, urgency });
}

/** What the member has booked at this gym, now or later. */
export function listBookings(gym: Transport, accountId: string, urgency: Urgency): Promise<GymAnswer<UserProduct[]>> {
  return gym.ask({ operation: 'userProducts', parameters: { accountId }, answer: userProductList, urgency });
}

/** Books a product, or changes the days of the booking there is. */
export function bookProduct(
  gym: Transport,
  accountId: string,
  booking: UserProductRequest,
): Promise<GymAnswer<UserProduct>> {
  return gym.ask({
    operation: 'productBooking',
    parameters: { accountId },
    body: booking,
    answer: userProduct,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Ends a booking at once. */
export function endBooking(gym: Transport, accountId: string, productId: string): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deactivateUserProduct',
    parameters: { accountId, productId },
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}
