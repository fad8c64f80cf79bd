import '#components/testing/browser/unmeasured-renders.ts';
import '#app/globals.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { expectQuietConsole, watchConsole } from '#components/testing/browser/console-errors.ts';
import { removeNotes } from '#components/ui/toast.ts';

// Cleans up after each browser test: stubs and mocks do not leak into the next one.

// like a browser that has never opened the desk: taps stored by an earlier file would be sent
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
  // the package does so only for the first file of a worker
  await cleanup();
  // toasts that were not rendered yet would appear in the next test
  removeNotes();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.restoreAllMocks();
  expectQuietConsole();
});
