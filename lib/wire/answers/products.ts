import type { BookableProduct, Booking, ProductsView } from '#lib/wire/products.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf } from './shape.ts';

const isBooking: Is<Booking> = objectOf({
  productId: isText,
  title: isText,
  startDate: nullOr(isText),
  endDate: nullOr(isText),
  isRunning: isFlag,
});
const isProduct: Is<BookableProduct> = objectOf({ productId: isText, title: isText, description: nullOr(isText) });

export const isProducts: Is<ProductsView> = objectOf({
  bookings: listOf(isBooking),
  products: listOf(isProduct),
  unreadable: isNumber,
});
