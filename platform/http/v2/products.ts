import { z } from '@hono/zod-openapi';
import { product, productList, userProduct, userProductList, userProductRequest } from '#contracts/v2/products.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { bookProduct } from '#platform/services/products/book.ts';
import { toUserProduct } from '#platform/services/products/booking.ts';
import { endBooking } from '#platform/services/products/end-booking.ts';
import { listProducts } from '#platform/services/products/list.ts';
import { listBookings } from '#platform/services/products/list-bookings.ts';
import { findProduct, toProduct } from '#platform/services/products/product.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter, pathText } from './parameters.ts';

const productIdParameter = z.object({
  productId: pathText.meta({ description: 'The product.', example: '7' }),
});

const list = operationRoute('listGymProducts', {
  tag: 'products',
  summary: 'List the products of the gym',
  responses: { 200: answer('The products.', productList) },
});

const details = operationRoute('productDetails', {
  tag: 'products',
  summary: 'Retrieve a product',
  request: { params: productIdParameter },
  responses: { 200: answer('The product.', product) },
});

const booked = operationRoute('userProducts', {
  tag: 'products',
  summary: "List a member's bookings",
  description: 'What the member has booked in this gym, running today or beginning later.',
  request: { params: accountIdParameter },
  responses: { 200: answer('The bookings.', userProductList) },
});

const book = operationRoute('productBooking', {
  tag: 'products',
  summary: 'Book a product or change a booking',
  description: "Both days are included, in the club's time zone. A running booking may be sent again as it began.",
  request: { params: accountIdParameter, body: jsonBody(userProductRequest) },
  responses: {
    200: answer('The booking was changed.', userProduct),
    201: answer('The product is booked.', userProduct),
  },
});

const deactivate = operationRoute('deactivateUserProduct', {
  tag: 'products',
  summary: 'End a booking at once',
  request: { params: accountIdParameter.extend(productIdParameter.shape) },
  responses: { 204: noContent('The product is not booked any longer.') },
});

export const productRoutes = newResource()
  .openapi(list, async (c) => c.json((await listProducts(c.get('call'))).map(toProduct), 200))
  .openapi(details, async (c) => {
    const { productId } = c.req.valid('param');
    return c.json(toProduct(await findProduct(c.get('call'), productId)), 200);
  })
  .openapi(booked, async (c) => {
    const bookings = await listBookings(c.get('call'), { by: 'accountId', ...c.req.valid('param') });
    return c.json(bookings.map(toUserProduct), 200);
  })
  .openapi(book, async (c) => {
    const key = { by: 'accountId', ...c.req.valid('param') } as const;
    const { booking, isNew } = await bookProduct(c.get('call'), [key], c.req.valid('json'));
    return c.json(toUserProduct(booking), isNew ? 201 : 200);
  })
  .openapi(deactivate, async (c) => {
    const { accountId, productId } = c.req.valid('param');
    await endBooking(c.get('call'), accountId, productId);
    return c.body(null, 204);
  });
