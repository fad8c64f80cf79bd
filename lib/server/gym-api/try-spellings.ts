import 'server-only';
import type { GymAnswer } from './answer.ts';
import { type Call, isLookUp, type Middleware, type Reply } from './call.ts';
import { classifyFailure, isPerson } from './errors.ts';
import { requestPath } from './request-path.ts';

/** What one platform has shown about numbers with letters. */
export interface ShownSpellings {
  /** In which it has found members: `0x04AB`, as the desk has numbers, or `0x04ab`. */
  found: Set<'upper' | 'lower'>;
  /** Numbers with which it found nobody in either, up to {@link unknownAreEnough}. */
  unknown: Set<string>;
}

/** The desk may have assigned the cards in upper case itself: these say little of those that other software has stored. */
const unknownAreEnough = 20;

/**
 * Names a card in lower case as well where the platform does not know its number in upper case: the published document does not say
 * that the two are the same, and other software may have stored the card. Both requests have one deadline, and a card is unknown only
 * if both were answered so. Upper case always goes first: the desk assigns cards in it, also those that a former holder has in lower
 * case. A platform that has found numbers in upper case alone counts as one to which both are the same once
 * {@link unknownAreEnough} cards were unknown in both: an unknown card takes one request then. A change, and the look-up before
 * it (`isFresh`), tries both in any case.
 */
export const trySpellings =
  ({ found, unknown }: ShownSpellings): Middleware =>
  (next) =>
  async <T>(call: Call<T>): Promise<Reply<T>> => {
    const inLowerCase = spelledInLowerCase(call);
    if (!inLowerCase) return next(call);
    const reply = await next(call);
    if (isFound(call, reply)) found.add('upper');
    if (!isCardMissing(call, reply.answer) || isOneEnough(call, { found, unknown })) return reply;
    const other = await next(inLowerCase);
    if (isFound(call, other)) found.add('lower');
    const last = lastOf(call, reply, other);
    if (isLookUp(call) && isCardMissing(call, last.answer) && unknown.size < unknownAreEnough) unknown.add(call.path);
    return last;
  };

/** The answer of both: the platform has not found the card in upper case. */
function lastOf<T>({ request }: Call<T>, inUpperCase: Reply<T>, inLowerCase: Reply<T>): Reply<T> {
  // no card has a number that the platform does not accept
  if (isInvalid(inLowerCase.answer)) return { ...inLowerCase, answer: inUpperCase.answer };
  // in place of a platform that is busy, the directory would be asked, which may have the card's former holder
  if (request.isSpare && isBusy(inLowerCase.answer))
    return { ...inLowerCase, answer: { ok: false, problem: { kind: 'timeout' } } };
  return inLowerCase;
}

/** A removal may count as done although there was no such card. */
const isFound = <T>(call: Call<T>, { answer }: Reply<T>): boolean => answer.ok && isLookUp(call);

/** Null for a request that names no card, or one without letters. */
function spelledInLowerCase<T>(call: Call<T>): Call<T> | null {
  const { operation, parameters, query } = call.request;
  const rfid = parameters?.rfid?.toLowerCase();
  if (rfid === undefined || rfid === parameters?.rfid) return null;
  const path = requestPath(operation, { ...parameters, rfid }, query);
  return path === null ? null : { ...call, path, request: { ...call.request, isSpare: false } };
}

function isOneEnough<T>(call: Call<T>, { found, unknown }: ShownSpellings): boolean {
  const isCaseIgnored = found.has('upper') && !found.has('lower') && unknown.size >= unknownAreEnough;
  return isCaseIgnored && isLookUp(call) && !call.request.isFresh;
}

/** Whether the platform has no such card. Without a membership it has found the account, and so the card. */
function isCardMissing<T>(call: Call<T>, answer: GymAnswer<T>): boolean {
  const failure = failureOf(answer);
  if (failure?.kind !== 'missing') return false;
  return isLookUp(call) ? failure.entity !== 'MEMBERSHIP' : !isPerson(failure.entity);
}

function isInvalid<T>(answer: GymAnswer<T>): boolean {
  const failure = failureOf(answer);
  return failure?.kind === 'rejected' && failure.status === 400;
}

/** Whether the limit leaves no place, by the desk's own count of it or by the platform's. */
function isBusy<T>(answer: GymAnswer<T>): boolean {
  const failure = failureOf(answer);
  return failure?.kind === 'unavailable' && failure.because === 'busy';
}

const failureOf = <T>(answer: GymAnswer<T>) => (answer.ok ? null : classifyFailure(answer.problem));
