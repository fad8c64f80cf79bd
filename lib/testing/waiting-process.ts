import { expect } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { until } from '#shared/testing/until.ts';
import type { TestDesk } from './test-desk.ts';

interface WaitingProcess {
  desk: DeskContext;
  /** Resolves once it has tried to take a lease several times: it reads its clock before each. */
  untilItWaits(): Promise<void>;
}

/** Another process of the desk, which is to wait for a lease. */
export function openWaitingProcess(testDesk: TestDesk): WaitingProcess {
  let reads = 0;
  const clock = () => {
    reads += 1;
    return testDesk.clock.now;
  };
  return {
    desk: { ...testDesk.another(), clock },
    untilItWaits: () => until(() => expect(reads).toBeGreaterThan(5)),
  };
}
