import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admission as WireAdmission } from '#contracts/v2/visits.ts';
import { type AdmissionOutcome, type AskedAdmission, keepAdmission } from '#lib/server/admissions/keep-admission.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import {
  type AdmissionRefusal,
  classifyFailure,
  mayHaveArrived,
  type Unavailable,
} from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { isUnconnected } from '#lib/server/gym-api/outage-cause.ts';
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

/** Requests whose answers came too late or are still pending, by account. */
const pending = new WeakMap<GymClient, Map<string, Promise<Answer>>>();

/**
 * Asks whether a corporate member may enter now. Only the platform's four refusals count as refusals; any other failure
 * leaves the question open. A request that timed out at the counter is reused by the next one, not sent again.
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
      return { kind: 'unavailable', because: 'failed', status: 404 };
    case 'rejected':
      return { kind: 'unavailable', because: 'failed', status: failure.status };
  }
}

interface Asked extends Omit<AskedAdmission, 'occasion'> {
  urgency: Urgency;
}

async function askOrReuse(context: LocationContext, { urgency, ...about }: Asked): Promise<Answer> {
  const { accountId } = about;
  const gym = context.desk.gymClientOf(context.actor.location);
  const pendingHere = pending.get(gym) ?? new Map<string, Promise<Answer>>();
  pending.set(gym, pendingHere);
  const occasion = urgency === 'interactive' ? 'counter' : 'later';
  const askAgain = () =>
    keepAdmission(context, { asked: { ...about, occasion }, ask: () => ask(gym, { accountId, urgency }), outcomeOf });
  const earlier = pendingHere.get(accountId);
  pendingHere.delete(accountId);
  const asked = earlier ? earlier.then((answer) => (isDecided(answer) ? answer : askAgain())) : askAgain();
  if (urgency !== 'interactive') return asked;
  const inTime = await Promise.race([asked, pause(counterPatienceMs, null, { ref: false })]);
  if (inTime) return inTime;
  pendingHere.set(accountId, asked);
  void pause(keptMs, undefined, { ref: false }).then(() => {
    if (pendingHere.get(accountId) === asked) pendingHere.delete(accountId);
  });
  noteProblem({ operation: 'checkAdmission', kind: 'unavailable', because: 'slow' });
  return { ok: false, problem: { kind: 'timeout' } };
}

/** A platform that has not understood the request, or has received none, has granted nothing. */
function outcomeOf(answer: Answer): AdmissionOutcome {
  if (answer.ok) return { kind: 'granted', isFirst: answer.value.firstAdmission };
  const { problem } = answer;
  return { kind: mayHaveArrived(problem) && !isUnconnected(problem) ? 'inDoubt' : 'notGranted' };
}

const isDecided = (answer: Answer): boolean => answer.ok || classifyFailure(answer.problem).kind === 'admissionRefused';
