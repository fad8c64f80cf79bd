import { expect, test } from 'vitest';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import type { FileTry } from './begin-file.ts';
import type { Snapshot } from './snapshot.ts';
import { writeFile } from './write-file.ts';

test('an abort before the first query sends no query', async () => {
  const createdAt = new Date('2026-11-21T09:00:00.000Z');
  const job = {
    exportType: 'BODY_MEASUREMENTS',
    fileType: 'CSV',
    startDate: '2026-11-01',
    endDate: '2026-11-20',
    createdAt,
  };
  let isAsked = false;
  const snapshot = {
    copy: () => {
      isAsked = true;
      return { pieces: [], rowCount: () => 0 };
    },
  } as unknown as Snapshot; // safe because: nothing else of it is used
  const store = { write: async () => {} } as unknown as FileStore; // safe because: nothing else of it is used
  const fileTry = { job, fileName: 'export' } as FileTry; // safe because: nothing else of it is used
  await expect(writeFile(fileTry, snapshot, store, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(isAsked).toBe(false);
});
