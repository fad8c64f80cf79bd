'use server';

import { runAction } from '#lib/server/actions/run-action.ts';
import { bookProduct as bookProductAt, endBooking as endBookingAt } from '#lib/server/products/book-product.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type BookInput,
  type BookOutcome,
  bookInput,
  type EndBookingInput,
  type EndBookingOutcome,
  endBookingInput,
} from '#lib/wire/products.ts';

export async function bookProduct(raw: BookInput): Promise<ActionResult<BookOutcome>> {
  return runAction({ permission: 'editMembers', input: bookInput }, raw, ({ desk, actor }, input) =>
    bookProductAt(desk, actor, input),
  );
}

export async function endBooking(raw: EndBookingInput): Promise<ActionResult<EndBookingOutcome>> {
  return runAction({ permission: 'editMembers', input: endBookingInput }, raw, ({ desk, actor }, input) =>
    endBookingAt(desk, actor, input),
  );
}
