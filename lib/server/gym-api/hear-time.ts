import 'server-only';
import type { Middleware } from './call.ts';
import type { PlatformClock } from './platform-clock.ts';
import type { LimitHabits } from './prove-platform.ts';

/**
 * Learns the platform's clock from its answers. What answers in the platform's place has another clock too, and is not heard:
 * an answer is the platform's own where it tells the limit, where it is a refusal in the words of the interface (whoever
 * refuses a key before looking further says nothing of a limit), or where the platform is known not to tell it.
 */
export const hearTime =
  (clock: PlatformClock, { untelling }: LimitHabits): Middleware =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    const { answer, wire } = reply;
    const isOwnRefusal = !answer.ok && answer.problem.kind === 'status' && answer.problem.errorCode !== null;
    const isOfPlatform = wire.tellsLimit || isOwnRefusal || (answer.ok && untelling.has(call.request.operation));
    if (wire.timed && isOfPlatform) clock.hear(wire.timed);
    return reply;
  };
