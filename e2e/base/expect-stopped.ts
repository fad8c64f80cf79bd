import { expect } from '@playwright/test';

const tooLate = 'It did not stop in time and was ended.';

/**
 * Expects a program to have stopped cleanly. A busy machine may not do that within its limit, which the program has to say then. That it
 * stops also without this limit is proved by `deploys.spec.ts` and `launchers.db.test.ts`.
 * @param said what the program has printed by now
 * @returns whether it stopped within its limit
 */
export async function expectStopped(code: number | NodeJS.Signals | null, said: () => string): Promise<boolean> {
  if (code !== 0) {
    expect(code).toBe(1);
    await expect.poll(said).toContain(tooLate);
  }
  return !said().includes(tooLate);
}
