import '#app/globals.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { expectQuietConsole, watchConsole } from '#components/testing/browser/console-errors.ts';
import { removeNotes } from '#components/ui/toast.ts';

// Of every test in a browser: what one has put in the place of something is gone in the next.

beforeEach(watchConsole);

afterEach(async () => {
  // the package does so by itself in the first file of a worker alone
  await cleanup();
  // what was told while nothing showed it would be told in the next test
  removeNotes();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.restoreAllMocks();
  expectQuietConsole();
});
