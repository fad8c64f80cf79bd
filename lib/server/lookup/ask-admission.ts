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
/** How long a late answer is kept: a retry for the same arrival comes within this time. */
const keptMs = 30_000;

type Answer = GymAnswer<WireAdmission>;

interface Pending {
  tapId: string;
  answer: Promise<Answer>;
}

/** Requests whose answers came too late or are still pending, by account. */
const pending = new WeakMap<GymClient, Map<string, Pending>>();

/**
 * Asks whether a corporate member may enter now. Only the platform's four refusals count as refusals; any other failure
 * leaves the question open. A request that timed out at the counter is reused by the next one, not sent again, and neither is one
 * whose answer is stored, or may still come to another process.
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
  const askAgain = async (): Promise<Answer> => {
    const begun = await beginAdmission(context, about);
    switch (begun.kind) {
      case 'granted':
        return { ok: true, value: { firstAdmission: begun.isFirst } };
      case 'underWay':
        return noAnswer;
      case 'toAsk': {
        const answer = await ask(gym, { accountId, urgency });
        await begun.settle(outcomeOf(answer));
        return answer;
      }
    }
  };
  const earlier = pendingHere.get(accountId);
  pendingHere.delete(accountId);
  const reuse = async (given: Answer): Promise<Answer> => {
    if (!isDecided(given)) return askAgain();
    if (earlier && earlier.tapId !== tapId) await moveAdmission(context, { accountId, from: earlier.tapId, to: tapId });
    return given;
  };
  const asked = earlier ? earlier.answer.then(reuse, askAgain) : askAgain();
  if (urgency !== 'interactive') return asked;
  const inTime = await Promise.race([asked, pause(counterPatienceMs, null, { ref: false })]);
  if (inTime) return inTime;
  const late = { tapId, answer: asked };
  pendingHere.set(accountId, late);
  void pause(keptMs, undefined, { ref: false }).then(() => {
    if (pendingHere.get(accountId) === late) pendingHere.delete(accountId);
  });
  noteProblem({ operation: 'checkAdmission', kind: 'unavailable', because: 'slow' });
  return noAnswer;
}

const noAnswer: Answer = { ok: false, problem: { kind: 'timeout' } };

/** A platform that has not understood the request, or has received none, has granted nothing. */
function outcomeOf(answer: Answer): AdmissionOutcome {
  if (answer.ok) return { kind: 'granted', isFirst: answer.value.firstAdmission };
  const { problem } = answer;
  return { kind: isInDoubt(problem) ? 'inDoubt' : 'notGranted' };
}

const isDecided = (answer: Answer): boolean => answer.ok || classifyFailure(answer.problem).kind === 'admissionRefused';
