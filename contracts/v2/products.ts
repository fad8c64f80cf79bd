import { z } from 'zod';
import { isoDate, openEnum, optional, requiredText } from './primitives.ts';
import { idAsRead, listAsRead } from './reading.ts';

export const productScopes = ['LOCATION', 'CHAIN', 'BRAND'] as const;

export const product = z
  .object({
    productId: z.string().nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    scope: openEnum(productScopes).nullish().meta({ description: 'Where a booking of the product is valid.' }),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;
export const productList = z.array(product);
/** The products of a gym as a client reads them. */
export const productListAsRead = listAsRead(product.extend({ productId: idAsRead.nullish() }));

/** The last day a booking may end on. */
export const latestEndDate = '2050-12-31';

/** Body of `PUT /accounts/{accountId}/products`. Which days are allowed depends on today in the club's time zone. */
export const userProductRequest = z
  .object({
    productId: requiredText().meta({ description: 'The product to book.' }),
    startDate: optional(isoDate).meta({
      description: "First day, today or later in the club's time zone; today where absent.",
    }),
    endDate: optional(isoDate).meta({
      description: `Last day, after today in the club's time zone, at most ${latestEndDate}.`,
    }),
  })
  .meta({ id: 'BookingRequest' });
export type UserProductRequest = z.infer<typeof userProductRequest>;

export const userProduct = z
  .object({
    productId: z.string(),
    startDate: z.string().nullish(),
    endDate: z.string().nullish(),
  })
  .meta({ id: 'Booking' });
export type UserProduct = z.infer<typeof userProduct>;
export const userProductList = z.array(userProduct);
/** The bookings of a member as a client reads them. */
export const userProductListAsRead = listAsRead(userProduct.extend({ productId: idAsRead }));
