import { type Clock, systemClock } from '#platform/base/clock-and-ids.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import type { MovedClock } from '#platform/services/sandbox/state.ts';

/** The platform's clock in a sandbox: the real time until somebody moves it or lets it stand still. */
export const clockOf =
  (sandbox: Pick<Sandbox, 'state'>): Clock =>
  () =>
    timeOf(sandbox.state.clock);

/** The clock of a gym: its own if somebody has moved it for this gym alone, otherwise the given one. */
export const clockOfGym = (sandbox: Pick<Sandbox, 'state'> | undefined, gymId: string, clock: Clock): Clock =>
  sandbox
    ? () => {
        const own = sandbox.state.gyms[gymId]?.clock;
        return own ? timeOf(own) : clock();
      }
    : clock;

/** How the clock of the platform was moved, or that of one gym: its own if it has one, otherwise the platform's. */
export const moveOf = ({ clock, gyms }: Sandbox['state'], gymId: string | undefined): MovedClock =>
  (gymId === undefined ? undefined : gyms[gymId]?.clock) ?? clock;

/** What a moved clock shows at this real moment. */
export const timeOf = ({ offsetMs, frozenAt }: MovedClock, real = systemClock()): Date =>
  new Date(frozenAt ?? real.getTime() + offsetMs);
