import 'server-only';
import type { GymAnswer } from './answer.ts';
import { type Call, isLookUp, type Middleware, type Reply } from './call.ts';
import { classifyFailure, isPerson } from './errors.ts';
import { requestPath } from './request-path.ts';

/** How a platform may have stored the number of a card: `0x04AB`, as the desk has it, or `0x04ab`. */
type Spelling = 'upper' | 'lower';

/** What one platform has shown about numbers with letters. */
export interface ShownSpellings {
  /** In which it has found members. */
  found: Set<Spelling>;
  /** How many look-ups found nobody in either. */
  unknown: number;
}

/** The desk may have assigned the cards in upper case itself: these say little of those that other software has stored. */
const unknownAreEnough = 20;

/**
 * Names a card in lower case as well where the platform does not know its number in upper case: the published document does not say
 * that the two are the same, and other software may have stored the card. Both requests have one deadline, and a card is unknown only
 * if both were answered so. A platform that has found a number in lower case compares letters exactly: that spelling goes first from
 * then on, and the other one after it, in which the desk assigns cards. One that has found numbers in upper case alone counts as one
 * to which both are the same once {@link unknownAreEnough} cards were unknown in both: an unknown card takes one request then. A
 * change, and the look-up before it (`isFresh`), tries both in any case.
 */
export const trySpellings =
  (shown: ShownSpellings): Middleware =>
  (next) =>
  async <T>(call: Call<T>): Promise<Reply<T>> => {
    const { found } = shown;
    const inLowerCase = spelledInLowerCase(call);
    if (!inLowerCase) return next(call);
    const ask = async (spelling: Spelling) => {
      const reply = await next(spelling === 'lower' ? inLowerCase : call);
      // a removal may count as done although there was no such card
      if (reply.answer.ok && isLookUp(call)) found.add(spelling);
      return reply;
    };
    const [first, second]: [Spelling, Spelling] = found.has('lower') ? ['lower', 'upper'] : ['upper', 'lower'];
    const reply = await ask(first);
    if (!isCardMissing(call, reply.answer) || isOneEnough(call, shown)) return reply;
    const other = await ask(second);
    // no card has a number that the platform does not accept
    const last = isInvalid(other.answer) ? { ...other, answer: reply.answer } : other;
    if (isLookUp(call) && isCardMissing(call, last.answer)) shown.unknown += 1;
    return last;
  };

/** Null for a request that names no card, or one without letters. */
function spelledInLowerCase<T>(call: Call<T>): Call<T> | null {
  const { operation, parameters, query } = call.request;
  const rfid = parameters?.rfid?.toLowerCase();
  if (rfid === undefined || rfid === parameters?.rfid) return null;
  const path = requestPath(operation, { ...parameters, rfid }, query);
  return path === null ? null : { ...call, path };
}

function isOneEnough<T>(call: Call<T>, { found, unknown }: ShownSpellings): boolean {
  const isCaseIgnored = found.has('upper') && !found.has('lower') && unknown >= unknownAreEnough;
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

const failureOf = <T>(answer: GymAnswer<T>) => (answer.ok ? null : classifyFailure(answer.problem));
