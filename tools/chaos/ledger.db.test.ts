import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { compare, type MadeTap } from './compare.ts';
import { describeLost } from './ledger.ts';

const testDesk = setUpTestDesk();

test('of lost taps is told what the desk has of their members, and of taps that are nobody’s yet', async () => {
  const { location } = await testDesk.openLocation();
  const at = new Date(testDesk.clock.now);
  const [unanswered, ofNobody, earlier] = [randomUUID(), randomUUID(), randomUUID()];
  const shared = { locationId: location.id, kind: 'checkIn', tappedAt: at, undoUntil: at, nextAttemptAt: at } as const;
  await testDesk.desk.db.insert(visits).values([
    { ...shared, tapId: ofNobody, scannedKind: 'rfid', scannedValue: '0x04', state: 'unresolved', recordedAt: at },
    { ...shared, tapId: earlier, accountId: 'lena', state: 'sent', recordedAt: at },
    { ...shared, tapId: randomUUID(), accountId: 'mia', state: 'sent', recordedAt: at },
  ]);
  await testDesk.desk.db
    .insert(taps)
    .values({ locationId: location.id, tapId: unanswered, operation: 'lookUp', claimedAt: at });
  const made = (tapId: string, accountId: string): MadeTap => ({
    tapId,
    accountId,
    kind: 'checkIn',
    happenedAt: at.getTime(),
    fault: 'deskKilled',
    answer: { kind: 'acknowledged' },
  });
  const comparison = compare([made(unanswered, 'lena'), made(ofNobody, 'omar')], []);
  const lines = await describeLost(async (_, work) => {
    const client = new pg.Client(testDesk.databaseUrl);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }, comparison);
  expect(lines).toHaveLength(3);
  for (const tapId of [unanswered, ofNobody, earlier]) expect(lines.join('\n')).toContain(tapId);
});
