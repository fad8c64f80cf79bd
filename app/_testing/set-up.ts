import '#app/globals.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { expectQuietConsole, watchConsole } from '#components/testing/browser/console-errors.ts';
import { removeNotes } from '#components/ui/toast.ts';

// Of every test in a browser: what one has put in the place of something is gone in the next.

// as a browser that has never seen the desk: what pages of an earlier file kept would be sent again
localStorage.clear();
sessionStorage.clear();
for (const { name } of await indexedDB.databases()) if (name) await forget(name);

function forget(name: string): Promise<void> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = deleting.onerror = deleting.onblocked = () => resolve();
  });
}

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
