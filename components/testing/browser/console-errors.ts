import { expect, vi } from 'vitest';

const errors: string[] = [];

export function watchConsole(): void {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => void errors.push(said.map(String).join(' ')));
}

/** The console errors so far, which a test expects. */
export const takeConsoleErrors = (): string[] => errors.splice(0);

/** Fails the test on any console error. */
export function expectQuietConsole(): void {
  expect(errors, 'errors on the console of the browser').toEqual([]);
}
