import { z } from '@hono/zod-openapi';
import { namedPersonQuery } from '#contracts/v1/people.ts';
import {
  type Booking,
  booking,
  bookingList,
  bookingRequest,
  type Product,
  product,
  productList,
} from '#contracts/v1/products.ts';
import { answer, jsonBody, newResource } from '#platform/http/resource.ts';
import { bookProduct } from '#platform/services/products/book.ts';
import type { BookingFacts } from '#platform/services/products/booking.ts';
import { listProducts } from '#platform/services/products/list.ts';
import { listBookings } from '#platform/services/products/list-bookings.ts';
import { findProduct, type ProductFacts } from '#platform/services/products/product.ts';
import { memberKeysOf } from './member-keys.ts';
import { gymIdQuery, operationRoute } from './operation.ts';

const whose = 'Names the member by `userId` or `membershipId`; where both are sent, they must be of the same person.';
const memberQuery = gymIdQuery.extend(namedPersonQuery.shape);

const list = operationRoute('listProducts', {
  tag: 'product',
  summary: 'List the products of the gym',
  request: { query: gymIdQuery },
  responses: { 200: answer('The products.', productList) },
});

const details = operationRoute('getProduct', {
  tag: 'product',
  summary: 'Retrieve a product',
  request: {
    params: z.object({
      productId: z.string().meta({ type: 'integer', description: 'Number of the product.', example: 1001 }),
    }),
    query: gymIdQuery,
  },
  responses: { 200: answer('The product.', product) },
});

const booked = operationRoute('listUserProducts', {
  tag: 'product',
  summary: "List a member's bookings",
  description: `What the member has booked in this gym, running today or beginning later. ${whose}`,
  request: { query: memberQuery },
  responses: { 200: answer('The bookings.', bookingList) },
});

const activate = operationRoute('activateProduct', {
  tag: 'product',
  summary: 'Book a product or change a booking',
  description: `Both days are included, where the gym is. A running booking may be sent again as it began. ${whose}`,
  request: { query: memberQuery, body: jsonBody(bookingRequest) },
  responses: { 200: answer('The booking as it is now.', booking) },
});

export const productRoutes = newResource()
  .openapi(list, async (c) => c.json((await listProducts(c.get('call'))).map(toProduct), 200))
  .openapi(details, async (c) => {
    const { productId } = c.req.valid('param');
    return c.json(toProduct(await findProduct(c.get('call'), productId)), 200);
  })
  .openapi(booked, async (c) => {
    const bookings = await listBookings(c.get('call'), ...memberKeysOf(c.req.valid('query')));
    return c.json(bookings.map(toBooking), 200);
  })
  .openapi(activate, async (c) => {
    const { start, end, productId } = c.req.valid('json');
    const request = { productId, startDate: start, endDate: end };
    const keys = memberKeysOf(c.req.valid('query'));
    const { booking } = await bookProduct(c.get('call'), keys, request, { start: 'start', end: 'end' });
    return c.json(toBooking(booking), 200);
  });

const toProduct = ({ productId, title, description }: Omit<ProductFacts, 'scope'>): Product => ({
  productId,
  productTitle: title,
  productDescription: description,
});

const toBooking = ({ startDate, endDate, ...product }: BookingFacts): Booking => ({
  ...toProduct(product),
  start: startDate,
  end: endDate,
});
