import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admission as WireAdmission } from '#contracts/v2/visits.ts';
import {
  type AdmissionOutcome,
  type AskedAdmission,
  beginAdmission,
  moveAdmission,
} from '#lib/server/admissions/keep-admission.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { endOf } from '#lib/server/gym-api/deadline.ts';
import { type AdmissionRefusal, classifyFailure, openAfter, type Unavailable } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import type { Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import { askAdmission as ask } from '#lib/server/gym-api/visits.ts';
import { noteProblem } from '#lib/server/log/request-context.ts';

/** The outcome of asking whether a corporate member may enter. */
export type Admission =
  | { kind: 'notAsked' }
  | { kind: 'granted'; isFirst: boolean }
  | { kind: 'refused'; refusal: AdmissionRefusal }
  | { kind: 'overridden' };

/**
 * How long the member waits at the counter. The request itself is not cancelled, since the platform logs a granted
 * admission.
 */
const counterPatienceMs = 1_500;
/** How often it is looked whether another process, which asks about the same member, has an answer. */
const lookAgainMs = 100;
/** How long a late answer is kept: a retry for the same arrival comes within this time. */
const keptMs = 30_000;

type Answer = GymAnswer<WireAdmission>;

interface Pending {
  tapId: string;
  /** The taps of the member whose answer it is, as long as they have not got it. */
  taps: Set<string>;
  answer: Promise<Answer>;
  /** Nobody at the counter waits for it any more. */
  isLate: boolean;
}

/** Requests from the counter whose answers are still to come, or came too late, by account. */
const pending = new WeakMap<GymClient, Map<string, Pending>>();

/**
 * Asks whether a corporate member may enter now. Only the platform's four refusals count as refusals; any other failure
 * leaves the question open. The platform logs each request that it grants: another tap of a member who is being asked about shares
 * the answer, a request that timed out at the counter is reused by the next one, and neither is a request sent again whose answer is
 * stored, or may still come to another process.
 */
export async function askAdmission(
  context: LocationContext,
  asked: Asked,
): Promise<Extract<Admission, { kind: 'granted' | 'refused' }> | Unavailable> {
  const answer = await askOrReuse(context, asked);
  if (answer.ok) return { kind: 'granted', isFirst: answer.value.firstAdmission };
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'admissionRefused':
      return { kind: 'refused', refusal: failure.refusal };
    case 'unavailable':
      return failure;
    case 'missing':
    case 'rejected':
      return openAfter(failure);
  }
}

interface Asked extends AskedAdmission {
  urgency: Urgency;
}

async function askOrReuse(context: LocationContext, { urgency, ...about }: Asked): Promise<Answer> {
  const { accountId, tapId } = about;
  const gym = context.desk.gymClientOf(context.actor.location);
  const pendingHere = pending.get(gym) ?? new Map<string, Pending>();
  pending.set(gym, pendingHere);
  const isInPerson = urgency === 'interactive';
  const patience = isInPerson ? gym.startDeadline(counterPatienceMs) : AbortSignal.abort();
  const askAgain = async (): Promise<Answer> => {
    const begun = await beginAdmission(context, about);
    switch (begun.kind) {
      case 'granted':
        return { ok: true, value: { firstAdmission: begun.isFirst } };
      case 'underWay':
        // another process may be told in time, also that the member is refused
        if (patience.aborted) return noAnswer;
        await pause(lookAgainMs, undefined, { ref: false });
        return askAgain();
      case 'toAsk': {
        const answer = await ask(gym, { accountId, urgency });
        await begun.settle(outcomeOf(answer));
        return answer;
      }
    }
  };
  const earlier = findEarlier(pendingHere, { accountId, tapId, isInPerson });
  const wasUnderWay = earlier?.isLate === false;
  const reuse = async (given: Answer): Promise<Answer> => {
    if (!isDecided(given)) return wasUnderWay ? given : askAgain();
    if (earlier && earlier.tapId !== tapId) await moveAdmission(context, { accountId, from: earlier.tapId, to: tapId });
    return given;
  };
  const answer = earlier ? earlier.answer.then(reuse, askAgain) : askAgain();
  if (!isInPerson) return answer;
  const own = { tapId, taps: new Set([tapId]), answer, isLate: false };
  if (wasUnderWay) earlier?.taps.add(tapId);
  else keepPending(pendingHere, { accountId, own });
  const inTime = await Promise.race([answer, endOf(patience).then(() => null)]);
  if (inTime) return inTime;
  own.isLate = true;
  noteProblem({ operation: 'checkAdmission', kind: 'unavailable', because: 'slow' });
  return noAnswer;
}

/** Until there is an answer another tap of the member shares it, and a while longer if it is late. */
function keepPending(pendingHere: Map<string, Pending>, { accountId, own }: { accountId: string; own: Pending }): void {
  const forget = () => {
    if (pendingHere.get(accountId) === own) pendingHere.delete(accountId);
  };
  const forgetInTime = () => {
    if (own.isLate) void pause(keptMs, undefined, { ref: false }).then(forget);
    else forget();
  };
  pendingHere.set(accountId, own);
  void own.answer.then(forgetInTime, forgetInTime);
}

/**
 * The request whose answer serves this one, too. Only somebody at the counter shares that of another tap: an earlier visit, about which
 * the ledger asks, needs an admission of its own.
 */
function findEarlier(
  pendingHere: Map<string, Pending>,
  { accountId, tapId, isInPerson }: { accountId: string; tapId: string; isInPerson: boolean },
): Pending | undefined {
  const earlier = pendingHere.get(accountId);
  const isOwn = earlier?.taps.has(tapId) === true;
  if (!earlier || !(isInPerson || isOwn)) return undefined;
  if (earlier.isLate) {
    earlier.taps.delete(tapId);
    // one of another arrival takes it for all
    if (!isOwn || earlier.taps.size === 0) pendingHere.delete(accountId);
  }
  return earlier;
}

const noAnswer: Answer = { ok: false, problem: { kind: 'timeout' } };

/** A platform that has not understood the request, or has received none, has granted nothing. */
function outcomeOf(answer: Answer): AdmissionOutcome {
  if (answer.ok) return { kind: 'granted', isFirst: answer.value.firstAdmission };
  const { problem } = answer;
  return { kind: isInDoubt(problem) ? 'inDoubt' : 'notGranted' };
}

const isDecided = (answer: Answer): boolean => answer.ok || classifyFailure(answer.problem).kind === 'admissionRefused';
