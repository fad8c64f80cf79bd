import { type Clock, systemClock } from '#platform/base/clock-and-ids.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** The clock of a sandbox: the real time until somebody moves it or lets it stand still. */
export const clockOf =
  (sandbox: Pick<Sandbox, 'state'>): Clock =>
  () => {
    const { offsetMs, frozenAt } = sandbox.state.clock;
    return new Date(frozenAt ?? systemClock().getTime() + offsetMs);
  };
