import type { ActionError, ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import { isFailed, resultOf } from '#lib/wire/answers/action-result.ts';
import type { Is } from '#lib/wire/answers/shape.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import { retryAfterMsIn } from '#lib/wire/retry-after.ts';

/** A read that the desk's own server refused or failed to answer. */
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

/** Whether the desk has decided: the same question gets the same answer. */
export const isRefusal = (error: unknown): boolean => error instanceof ReadError && error.status < 500;

/**
 * The response came from another server (a gateway, a portal, a proxy), whatever its status. Callers treat it as a desk
 * that is unreachable.
 */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
}

/** The desk or its proxy is overloaded and sends `Retry-After` (429 or 503). */
class BusyError extends Error {
  override name = 'BusyError';
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('The desk is busy.');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Caps `Retry-After`: a longer wait is not accepted, since a person waits at the counter. */
const longestWishMs = 60_000;

/** The `Retry-After` of a failed request in ms; 0 where the response had none. */
export const retryAfterMsOf = (error: unknown): number => (error instanceof BusyError ? error.retryAfterMs : 0);

/** @throws BusyError where the status is 429 or 503 with `Retry-After` */
export function requireRoom({ status, headers }: Response): void {
  if (status !== 503 && status !== 429) return;
  const wishedMs = retryAfterMsIn(headers, { mostMs: longestWishMs, ownNow: Date.now }) ?? 0;
  if (wishedMs > 0) throw new BusyError(wishedMs);
}

/**
 * Reads JSON from one of the desk's own routes.
 * @throws ReadError where the desk refuses or fails, anything else where it was not reached
 */
export async function readJson<T>(path: PathAt | '/ready', isAnswer: Is<T>, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, cache: 'no-store', headers: { accept: 'application/json' } });
  requireRoom(response);
  const body: unknown = await response.json();
  return requireRead({ status: response.status, body }, isAnswer);
}

/** @throws ReadError where the desk refused or failed, ForeignAnswer where something else answered */
export function requireRead<T>({ status, body }: { status: number; body: unknown }, isAnswer: Is<T>): T {
  if (status >= 200 && status < 300) return requireAnswer(body, isAnswer);
  throw new ReadError(status, requireAnswer(body, isFailed).error);
}

/** Calls a read of the registry. @throws as {@link readJson} */
export const askRead = <Input extends object, Answer>(
  read: Read<Input, Answer>,
  locationId: string,
  input: Input,
  signal: AbortSignal,
): Promise<Answer> => readJson(addressOf(read, locationId, input), read.isAnswer, signal);

/**
 * Posts a command as JSON.
 * @throws where the desk was not reached
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
