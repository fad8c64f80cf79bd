import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admission as WireAdmission } from '#contracts/v2/visits.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { type AdmissionRefusal, classifyFailure, type Unavailable } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import { askAdmission as ask } from '#lib/server/gym-api/visits.ts';
import { noteProblem } from '#lib/server/log/request-context.ts';

/** What came of the question whether a corporate member may enter. */
export type Admission =
  | { kind: 'notAsked' }
  | { kind: 'granted'; isFirst: boolean }
  | { kind: 'refused'; refusal: AdmissionRefusal }
  | { kind: 'overridden' };

/** How long the member waits at the counter. The question itself goes on: a granted admission is logged at the platform. */
const counterPatienceMs = 1_500;
/** Whoever asks about the same arrival again does so within this time. */
const keptMs = 30_000;

type Answer = GymAnswer<WireAdmission>;

/** Questions that nobody has had the answer of, by account: it came too late, or is still on its way. */
const unheard = new WeakMap<GymClient, Map<string, Promise<Answer>>>();

/**
 * Asks whether a corporate member may enter now. Only the platform's own four refusals refuse; whatever else comes
 * back leaves the question open. What was asked at the counter and is answered later is not asked a second time.
 */
export async function askAdmission(
  { desk, actor: { location } }: LocationContext,
  { accountId, urgency }: { accountId: string; urgency: Urgency },
): Promise<Extract<Admission, { kind: 'granted' | 'refused' }> | Unavailable> {
  const answer = await askOrHear(desk.gymClientOf(location), accountId, urgency);
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

async function askOrHear(gym: GymClient, accountId: string, urgency: Urgency): Promise<Answer> {
  const ofPlatform = unheard.get(gym) ?? new Map<string, Promise<Answer>>();
  unheard.set(gym, ofPlatform);
  const anew = () => ask(gym, { accountId, urgency });
  const earlier = ofPlatform.get(accountId);
  ofPlatform.delete(accountId);
  const asked = earlier ? earlier.then((answer) => (isDecided(answer) ? answer : anew())) : anew();
  if (urgency !== 'interactive') return asked;
  const inTime = await Promise.race([asked, pause(counterPatienceMs, null, { ref: false })]);
  if (inTime) return inTime;
  ofPlatform.set(accountId, asked);
  void pause(keptMs, undefined, { ref: false }).then(() => {
    if (ofPlatform.get(accountId) === asked) ofPlatform.delete(accountId);
  });
  noteProblem({ operation: 'checkAdmission', kind: 'unavailable', because: 'slow' });
  return { ok: false, problem: { kind: 'timeout' } };
}

const isDecided = (answer: Answer): boolean => answer.ok || classifyFailure(answer.problem).kind === 'admissionRefused';
