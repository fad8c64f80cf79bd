import { expect, vi } from 'vitest';

/** What the browser's console may say in a test; any other error fails it. */
export const allowedErrors: RegExp[] = [];

const errors: string[] = [];

export function watchConsole(): void {
  errors.length = 0;
  allowedErrors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => void errors.push(said.map(String).join(' ')));
}

export function expectQuietConsole(): void {
  const unexpected = errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)));
  expect(unexpected, 'errors on the console of the browser').toEqual([]);
}
