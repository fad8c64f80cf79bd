import { expect, test } from 'vitest';
import { statusOf } from '#lib/testing/platform-status.ts';
import { isNoteworthy, type PlatformStatus } from './status.ts';

const allIsWell = statusOf();

test('a healthy status is not noteworthy', () => {
  expect(isNoteworthy(allIsWell)).toBe(false);
});

test.each<Partial<PlatformStatus>>([
  { connection: { state: 'unreachable', since: '2026-11-20T08:12:00.000Z', cause: 'silent' } },
  { waitingVisits: 1 },
  { refusedVisits: 1 },
  { unresolvedVisits: 1 },
  { visitsInDoubt: 1 },
  { clockAheadS: -60 },
  { storage: 'full' },
  { unreadable: [{ list: 'members', count: 1, isEndless: false, isCutShort: false }] },
])('%j is noteworthy', (status) => {
  expect(isNoteworthy({ ...allIsWell, ...status })).toBe(true);
});
