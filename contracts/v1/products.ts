import { z } from 'zod';
import { exampleDay } from '#contracts/example-day.ts';
import { isoDate, optional } from '#contracts/v2/primitives.ts';
import { latestEndDate } from '#contracts/v2/products.ts';

export const product = z
  .object({
    productId: z.int().meta({ description: 'Number of the product.', example: 1001 }),
    productTitle: z.string().meta({ description: 'Name of the product.', example: 'Premium' }),
    productDescription: z.string().meta({
      description: 'What the product opens to a member.',
      example: 'All premium features on every machine.',
    }),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;
export const productList = z.array(product);

export const booking = product
  .extend({
    start: z.string().meta({ description: 'First day of the booking.', format: 'date', example: exampleDay(30) }),
    end: z.string().meta({ description: 'Last day of the booking.', format: 'date', example: exampleDay(210) }),
  })
  .meta({ id: 'Booking' });
export type Booking = z.infer<typeof booking>;
export const bookingList = z.array(booking);

/** Body of `PUT /user/product`. The allowed days depend on today's date in the gym's time zone. */
export const bookingRequest = z
  .object({
    productId: z
      .union([z.number(), z.string()], { error: 'Must be the number of a product.' })
      .transform(String)
      .meta({ type: 'integer', description: 'The product to book; digits in a text are taken too.', example: 1001 }),
    start: optional(isoDate).meta({
      description: 'First day, today or later where the gym is; today where absent.',
      example: exampleDay(30),
    }),
    end: optional(isoDate).meta({
      description: `Last day, after today where the gym is, at most ${latestEndDate}; always needed.`,
      example: exampleDay(210),
    }),
  })
  .meta({ id: 'BookingRequest' });
