'use server';

import { action } from '#lib/server/actions/action.ts';
import { bookProduct as book, endBooking as end } from '#lib/server/products/book-product.ts';
import { bookInput, endBookingInput } from '#lib/wire/products.ts';

export const bookProduct = action('editMembers', bookInput, book);

export const endBooking = action('editMembers', endBookingInput, end);
