import { expect, test, vi } from 'vitest';
import { createRandom } from '#platform/simulator/random.ts';
import type { FaultContext } from './fault-context.ts';
import { cardsUnknown, heardLate } from './strike-people.ts';

test.each([heardLate, cardsUnknown])(
  'a round without unused members fails instead of passing without findings',
  async (strike) => {
    const setFault = vi.fn();
    const context = {
      load: { takeAside: () => [] },
      windows: [],
      toPlatform: { setFault },
      giveCards: async () => [],
      lastsMs: 0,
      random: createRandom(1, 'load'),
      pause: async () => {},
    } as unknown as FaultContext; // safe because: nothing else of it is used
    await expect(strike(context)).rejects.toThrow('No unused member is left');
    expect(setFault).not.toHaveBeenCalled();
  },
);
