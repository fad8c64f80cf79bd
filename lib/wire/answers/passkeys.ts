import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';
import { type Is, isNumber, isText, listOf, maybe, objectOf, oneOf } from './shape.ts';

export const isPasskeyQuestion: Is<PasskeyQuestion> = objectOf<PasskeyQuestion>({
  challenge: isText,
  rpId: maybe(isText),
  timeout: maybe(isNumber),
  userVerification: maybe(oneOf({ required: true, preferred: true, discouraged: true })),
  allowCredentials: maybe(
    listOf(objectOf({ id: isText, type: oneOf({ 'public-key': true }), transports: maybe(listOf(isText)) })),
  ),
});
