import '#app/globals.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { expectQuietConsole, watchConsole } from '#components/testing/browser/console-errors.ts';

// Of every test in a browser: what one has put in the place of something is gone in the next.

beforeEach(watchConsole);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.restoreAllMocks();
  expectQuietConsole();
});
