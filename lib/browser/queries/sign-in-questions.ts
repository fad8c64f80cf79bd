import { postJson } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isPasskeyQuestion } from '#lib/wire/answers/passkeys.ts';
import { isFlag } from '#lib/wire/answers/shape.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';

// What a page asks for a sign-in has addresses that no update changes: the next user signs in on a page from before it.

/** A person waits before the screen. */
const deadlineMs = 15_000;
const ask = <Value>(path: string, body: object, isValue: (value: unknown) => value is Value) =>
  postJson(path, body, isValue, AbortSignal.timeout(deadlineMs));

/** The question for a passkey. `conflict`: the desk has passkeys at another address. @throws where the desk can't be reached */
export const askForPasskey = (): Promise<ActionResult<PasskeyQuestion>> =>
  ask('/api/sign-in/passkey', {}, isPasskeyQuestion);

/** Whether a badge can sign in at this browser. @throws where the desk can't be reached */
export const askTakesBadges = (): Promise<ActionResult<boolean>> => ask('/api/sign-in/badges', {}, isFlag);

/** Whether a card is a badge that can sign in at the location. @throws where the desk can't be reached */
export const askIsBadge = (locationId: string, { card, source }: ReadCard): Promise<ActionResult<boolean>> =>
  ask(pathAt(locationId, '/api/desk/badge'), { locationId, card, source }, isFlag);
