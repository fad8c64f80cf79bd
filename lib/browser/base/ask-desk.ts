import type { ActionError, ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import { isFailed, resultOf } from '#lib/wire/answers/action-result.ts';
import type { Is } from '#lib/wire/answers/shape.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import type { Read } from '#lib/wire/reads/read.ts';

/** A read the desk's own server refused or could not answer. */
export class ReadError extends Error {
  override name = 'ReadError';
  readonly status: number;
  readonly code: ActionErrorCode;
  readonly requestId: string;
  constructor(status: number, { code, requestId }: ActionError) {
    super(`The desk answered ${status}.`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/**
 * Something else answered in the desk's place, with whatever status: a gateway, a portal, a proxy. To whoever asked, the
 * desk is away.
 */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
}

/** The desk, or what stands before it, has more to do than it can, and says when to come again. */
class BusyError extends Error {
  override name = 'BusyError';
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('The desk is busy.');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whoever asks for more is not believed: somebody waits. */
const longestWishMs = 60_000;

/** How long whoever could not answer asked to be left alone; 0 where nobody did. */
export const retryAfterMsOf = (error: unknown): number => (error instanceof BusyError ? error.retryAfterMs : 0);

/** @throws BusyError where it was too much for whoever answered, who says when to come again */
export function requireRoom({ status, headers }: Response): void {
  const wish = headers.get('retry-after');
  if (wish === null || (status !== 503 && status !== 429)) return;
  const wishedMs = /^\d+$/.test(wish) ? Number(wish) * 1_000 : Date.parse(wish) - Date.now();
  if (wishedMs > 0) throw new BusyError(Math.min(wishedMs, longestWishMs));
}

/**
 * Reads what one of our own routes answers.
 * @throws ReadError where the desk says why it does not, anything else where it was not heard
 */
export async function readJson<T>(path: PathAt | '/ready', isAnswer: Is<T>, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, cache: 'no-store', headers: { accept: 'application/json' } });
  requireRoom(response);
  const answer: unknown = await response.json();
  if (response.ok) return requireAnswer(answer, isAnswer);
  throw new ReadError(response.status, requireAnswer(answer, isFailed).error);
}

/** Makes a read of the registry. @throws as {@link readJson} */
export const askRead = <Input extends object, Answer>(
  read: Read<Input, Answer>,
  locationId: string,
  input: Input,
  signal: AbortSignal,
): Promise<Answer> => readJson(addressOf(read, locationId, input), read.isAnswer, signal);

/**
 * Sends something that the desk is to do, as JSON.
 * @throws where the desk was not heard
 */
export async function postJson<Value>(
  path: string,
  body: object,
  isValue: Is<Value>,
  signal: AbortSignal,
): Promise<ActionResult<Value>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
    cache: 'no-store',
  });
  requireRoom(response);
  return requireAnswer(await response.json(), resultOf(isValue));
}

/** @throws ForeignAnswer */
export function requireAnswer<T>(answer: unknown, isAnswer: Is<T>): T {
  if (isAnswer(answer)) return answer;
  throw new ForeignAnswer('Something else answered in the place of the desk.');
}
