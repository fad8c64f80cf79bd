import 'server-only';
import type { ApiProblem, StatusProblem } from './answer.ts';
import { type Middleware, problem } from './call.ts';
import { type Ping, pingOperation } from './ping.ts';

/**
 * Finds out whether a general 403 is about the key. The provider has the same error code for an invalid key and for anything else
 * it forbids, so the key is checked with a ping. Where the ping is inconclusive, its failure is the answer, and the next attempt
 * decides.
 */
export const tryKey =
  (ping: Ping): Middleware =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    const { answer } = reply;
    if (answer.ok || !isForbidden(answer.problem)) return reply;
    const refusedKey = { ...reply, answer: problem({ ...answer.problem, isOfKey: true }) };
    const { operation, urgency } = call.request;
    if (operation === pingOperation) return refusedKey;
    const proof = await ping(urgency);
    if (proof.ok) return reply;
    if (proof.problem.kind === 'status') {
      const { status, isPage, isOfKey } = proof.problem;
      if ((status === 401 && !isPage) || isOfKey) return refusedKey;
      if (proof.problem.errorCode === 'missingPermission') return reply;
    }
    return { ...reply, answer: proof };
  };

const isForbidden = (told: ApiProblem): told is StatusProblem =>
  told.kind === 'status' && told.status === 403 && told.errorCode === 'forbiddenAction';
