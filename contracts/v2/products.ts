import { z } from 'zod';
import { exampleDay } from '#contracts/example-day.ts';
import { isoDate, openEnum, optional, requiredText } from './primitives.ts';
import { idAsRead, listAsRead } from './reading.ts';

export const productScopes = ['LOCATION', 'CHAIN', 'BRAND'] as const;

export const product = z
  .object({
    productId: z.string().nullish().meta({ description: 'Id of the product in this gym.', example: '7' }),
    title: z.string().nullish().meta({ description: 'What the product is called.', example: 'Premium' }),
    description: z.string().nullish().meta({
      description: 'What a member gets with it.',
      example: 'All training programmes of the machines.',
    }),
    scope: openEnum(productScopes).nullish().meta({
      description: 'Where a booking of the product is valid.',
      example: 'LOCATION',
    }),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;
export const productList = z.array(product);
/** The products of a gym as a client parses them. */
export const productListAsRead = listAsRead(product.extend({ productId: idAsRead.nullish() }));

/** The last day a booking may end on. */
export const latestEndDate = '2050-12-31';

/** Body of `PUT /accounts/{accountId}/products`. The allowed days depend on today's date in the gym's time zone. */
export const userProductRequest = z
  .object({
    productId: requiredText().meta({ description: 'The product to book.', example: '7' }),
    startDate: optional(isoDate).meta({
      description: "First day, today or later in the club's time zone; today where absent.",
      example: exampleDay(30),
    }),
    endDate: optional(isoDate).meta({
      description: `Last day, after today in the club's time zone, at most ${latestEndDate}; always needed.`,
      example: exampleDay(395),
    }),
  })
  .meta({ id: 'BookingRequest' });
export type UserProductRequest = z.infer<typeof userProductRequest>;

export const userProduct = z
  .object({
    productId: z.string().meta({ description: 'The product that is booked.', example: '7' }),
    startDate: z
      .string()
      .nullish()
      .meta({ description: 'First day of the booking.', example: exampleDay(30) }),
    endDate: z
      .string()
      .nullish()
      .meta({ description: 'Last day of the booking.', example: exampleDay(395) }),
  })
  .meta({ id: 'Booking' });
export type UserProduct = z.infer<typeof userProduct>;
export const userProductList = z.array(userProduct);
/** The bookings of a member as a client parses them. */
export const userProductListAsRead = listAsRead(userProduct.extend({ productId: idAsRead }));
