import { z } from 'zod';
import { optional, text } from './primitives.ts';

/** Body of both notification operations. */
export const pushNotificationRequest = z
  .object({
    text: text(500).meta({ description: 'What the member reads.', example: 'Welcome to the gym!' }),
    deeplink: optional(text(100)).meta({ description: 'Feature of the app to open.', example: 'workouts' }),
  })
  .meta({ id: 'PushNotificationRequest' });
export type PushNotificationRequest = z.infer<typeof pushNotificationRequest>;
