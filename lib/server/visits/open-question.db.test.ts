import { randomUUID } from 'node:crypto';
import { eq, getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { visitKinds } from '#lib/wire/visits.ts';
import { hasOpenQuestion, isQuestionOpen } from './ledger.ts';

const testDesk = setUpTestDesk();

test('whether a question about a visit is open is the same for the row and for the statement that paces what waits', async () => {
  const { location } = await testDesk.openLocation();
  const { db, clock } = testDesk.desk;
  const at = new Date(clock());
  const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
  const either = [false, true];
  const rows = visitKinds.flatMap((kind) =>
    ['member', null].flatMap((accountId) =>
      either.flatMap((isUnasked) => either.map((needsAdmission) => ({ kind, accountId, isUnasked, needsAdmission }))),
    ),
  );
  const own = {
    locationId: location.id,
    state: 'waiting',
    scannedKind: 'rfid',
    scannedValue: '0x04',
    ...times,
  } as const;
  await db.insert(visits).values(rows.map((row) => ({ ...own, ...row, tapId: randomUUID() })));
  const stored = await db
    .select({ ...getTableColumns(visits), isOpen: isQuestionOpen })
    .from(visits)
    .where(eq(visits.locationId, location.id));
  expect(stored).toHaveLength(16);
  for (const { isOpen, ...visit } of stored) expect([visit, hasOpenQuestion(visit)]).toEqual([visit, isOpen]);
});
