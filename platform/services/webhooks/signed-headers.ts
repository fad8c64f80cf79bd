import { signDelivery } from '#shared/webhook/signature.ts';

/** Headers that prove that a delivery is ours: the secret itself, and a signature after Standard Webhooks. */
export const toSignedHeaders = (message: Parameters<typeof signDelivery>[0]) => ({
  'x-api-key': message.secret,
  ...signDelivery(message),
});
