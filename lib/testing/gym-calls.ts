import type { GymAnswer, StatusProblem } from '#lib/server/gym-api/answer.ts';
import { type Ask, type Call, type GymRequest, openCall, type Reply, replyTo } from '#lib/server/gym-api/call.ts';
import { requestPath } from '#lib/server/gym-api/request-path.ts';

/** The input of a middleware: by default, a look-up by a user. */
export function callOf(request: Partial<GymRequest<string>> = {}, call: Partial<Call<string>> = {}): Call<string> {
  const lookUp = {
    operation: 'getByRfid',
    parameters: { rfid: '0x04A2' },
    answer: null,
    urgency: 'interactive',
  } as const;
  const asked = { ...lookUp, ...request };
  const path = requestPath(asked.operation, asked.parameters, asked.query) ?? '';
  return { ...openCall<string>(asked, { path, askedAt: new Date(0) }), ...call };
}

/** The next function of a middleware: counts the calls, and returns the given results, by default `{ ok: true }`. */
export function startNext(answer: (call: Call<unknown>) => Partial<Reply<unknown>> = () => ({})) {
  const calls: Call<unknown>[] = [];
  const next: Ask = async <T>(call: Call<T>) => {
    const told = call as Call<unknown>; // safe because: nothing of its answer is read here
    calls.push(told);
    // safe because: a test answers what it asks for
    return { ...replyTo(call, { ok: true, value: 'done' } as GymAnswer<T>), ...(answer(told) as Partial<Reply<T>>) };
  };
  return { calls, next };
}

/** An error in the format of the interface. */
export const refusal = (told: Partial<StatusProblem>): { ok: false; problem: StatusProblem } => ({
  ok: false,
  problem: {
    kind: 'status',
    status: 403,
    errorCode: 'forbiddenAction',
    isPage: false,
    isOfKey: false,
    entity: null,
    requestId: null,
    metadata: {},
    fieldErrors: {},
    ...told,
  },
});
