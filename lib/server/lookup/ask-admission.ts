import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admission as WireAdmission } from '#contracts/v2/visits.ts';
import {
  type AdmissionOutcome,
  type AskedAdmission,
  beginAdmission,
  isSameArrival,
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
 * How long the member waits at the counter, or the browser that delivers a scan. The request itself is not cancelled, since the platform
 * logs a granted admission.
 */
const counterPatienceMs = 1_500;
/** How often it is looked whether another process, which asks about the same member, has an answer. */
const lookAgainMs = 100;
/** How long a late answer is kept: a retry for the same arrival comes within this time. */
const keptMs = 30_000;

type Answer = GymAnswer<WireAdmission>;

interface Pending extends Pick<AskedAdmission, 'accountId' | 'tapId' | 'arrivedAt'> {
  /** The taps of the member whose answer it is, as long as they have not got it. */
  taps: Set<string>;
  answer: Promise<Answer>;
  /** Nobody waits for it any more. */
  isLate: boolean;
}

/** Requests for whose answers somebody waits, or has waited until they came too late. */
const pending = new WeakMap<GymClient, Set<Pending>>();

/**
 * Asks whether a corporate member may enter now. Only the platform's four refusals count as refusals; any other failure
 * leaves the question open. The platform logs each request that it grants: another tap of the same arrival shares the answer, a request
 * that timed out at the counter is reused by the next one, and neither is a request sent again whose answer is stored, or may still come
 * to another process. The urgency decides only how long an answer is waited for.
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
  const { accountId, tapId, arrivedAt } = about;
  const gym = context.desk.gymClientOf(context.actor.location);
  const pendingHere = pending.get(gym) ?? new Set<Pending>();
  pending.set(gym, pendingHere);
  const isAwaited = urgency === 'interactive';
  const patience = isAwaited ? gym.startDeadline(counterPatienceMs) : AbortSignal.abort();
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
  const earlier = findEarlier(pendingHere, about);
  const wasUnderWay = earlier?.isLate === false;
  const reuse = async (given: Answer): Promise<Answer> => {
    if (!isDecided(given)) return wasUnderWay ? given : askAgain();
    if (earlier && earlier.tapId !== tapId) await moveAdmission(context, { accountId, from: earlier.tapId, to: tapId });
    return given;
  };
  const answer = earlier ? earlier.answer.then(reuse, askAgain) : askAgain();
  if (!isAwaited) return answer;
  const own = { accountId, tapId, arrivedAt, taps: new Set([tapId]), answer, isLate: false };
  if (wasUnderWay) earlier?.taps.add(tapId);
  else keepPending(pendingHere, own);
  const inTime = await Promise.race([answer, endOf(patience).then(() => null)]);
  if (inTime) return inTime;
  own.isLate = true;
  noteProblem({ operation: 'checkAdmission', kind: 'unavailable', because: 'slow' });
  return noAnswer;
}

/** Until there is an answer another tap of the arrival shares it, and a while longer if it is late. */
function keepPending(pendingHere: Set<Pending>, own: Pending): void {
  const forget = () => pendingHere.delete(own);
  const forgetInTime = () => {
    if (own.isLate) void pause(keptMs, undefined, { ref: false }).then(forget);
    else forget();
  };
  pendingHere.add(own);
  void own.answer.then(forgetInTime, forgetInTime);
}

/** The request whose answer serves this one, too: about the same tap, or about another one of the same arrival. */
function findEarlier(pendingHere: Set<Pending>, { accountId, tapId, arrivedAt }: AskedAdmission): Pending | undefined {
  const ofMember = [...pendingHere].filter((one) => one.accountId === accountId);
  const own = ofMember.find(({ taps }) => taps.has(tapId));
  const earlier = own ?? ofMember.find((one) => isSameArrival(one.arrivedAt, arrivedAt));
  if (earlier?.isLate) {
    earlier.taps.delete(tapId);
    // another tap takes it for all
    if (!own || earlier.taps.size === 0) pendingHere.delete(earlier);
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
