import { expect, test, vi } from 'vitest';
import { createRandom } from '#platform/simulator/random.ts';
import type { Blow } from './blow.ts';
import { cardsUnknown, heardLate } from './strike-people.ts';

test.each([heardLate, cardsUnknown])(
  'a round without unused members fails instead of passing without findings',
  async (strike) => {
    const setFault = vi.fn();
    const blow = {
      ...{ load: { takeAside: () => [] }, windows: [], toPlatform: { setFault }, giveCards: async () => [] },
      ...{ lastsMs: 0, random: createRandom(1, 'load'), pause: async () => {} },
    } as unknown as Blow; // safe because: nothing else of it is used
    await expect(strike(blow)).rejects.toThrow('Nobody is left');
    expect(setFault).not.toHaveBeenCalled();
  },
);
