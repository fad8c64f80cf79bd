import 'server-only';
import { openAlarms } from '#lib/server/due/alarms.ts';
import type { SubscribeDue } from '#lib/server/due/worker.ts';

interface Waking {
  /** The clock that notices refer to. */
  clock: () => number;
  /** Of the notices. */
  kind: string;
  subscribeDue: SubscribeDue;
  /** Has the worker poll now. */
  wake: () => void;
}

const wakeEveryMs = 500;
/** A job may be due by the database a little later than by this clock, and is there only once its transaction is. */
const expectForMs = 10_000;

/**
 * Wakes the worker of a queue while a job is expected: from the moment that its notice names, repeatedly for a while. So the
 * worker may poll rarely at all other times.
 */
export function wakeInTime({ clock, kind, subscribeDue, wake }: Waking): {
  /** Wakes the worker for as long as this, for jobs without a notice. */
  expect(ms: number): void;
  end(): void;
} {
  let wakesLeft = 0;
  const expect = (ms: number) => {
    wakesLeft = Math.max(wakesLeft, Math.ceil(ms / wakeEveryMs));
  };
  const expectJob = () => {
    expect(expectForMs);
    wake();
  };
  const alarms = openAlarms(clock, expectJob, { hasEach: true });
  const unsubscribe = subscribeDue((notice) => {
    if (notice === null) expectJob();
    else if (notice.kind === kind) alarms.set(notice.locationId, notice.at);
  });
  const timer = setInterval(() => {
    if (wakesLeft === 0) return;
    wakesLeft -= 1;
    wake();
  }, wakeEveryMs);
  return {
    expect,
    end: () => {
      clearInterval(timer);
      unsubscribe();
      alarms.end();
    },
  };
}
