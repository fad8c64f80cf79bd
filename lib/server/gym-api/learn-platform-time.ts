import 'server-only';
import type { Middleware } from './call.ts';
import type { PlatformClock } from './platform-clock.ts';
import type { LimitHeaders } from './prove-platform.ts';

/**
 * Learns the platform's clock from the `Date` of its answers, and ignores those of a gateway in its place, whose clock differs. An
 * answer is the platform's own if it has the rate limit header, if it is a refusal with an error code of the interface (a refused
 * key gets no limit header), or if the platform is known to omit the header.
 */
export const learnPlatformTime =
  (clock: PlatformClock, { withoutLimitHeader }: LimitHeaders): Middleware =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    const { answer, wire } = reply;
    const isOwnRefusal = !answer.ok && answer.problem.kind === 'status' && answer.problem.errorCode !== null;
    const isOfPlatform =
      wire.hasLimitHeader || isOwnRefusal || (answer.ok && withoutLimitHeader.has(call.request.operation));
    if (wire.timed && isOfPlatform) clock.learn(wire.timed);
    return reply;
  };
