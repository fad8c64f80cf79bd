import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { listUnsentVisits, retryKeptVisit, settleKeptVisit } from './kept-visits.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
const card = '0x04A2DDDD';

beforeEach(async () => {
  here = await testDesk.openLocation();
});

/** Scans unknown cards while the platform is unavailable, and returns the ledger once it is back. */
async function scanUnknown(...cards: string[]) {
  await here.platform.stop();
  for (const value of cards)
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
  await here.platform.start();
  await here.pass(10_000);
  return here.ledger();
}
const status = () => readStatus({ desk: testDesk.desk, actor: here.actor });
const audit = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, staffId: auditLog.staffId, tapId: auditLog.tapId, cause: auditLog.cause })
    .from(auditLog)
    .where(eq(auditLog.locationId, here.location.id));
const unsent = async (withSettled: boolean) =>
  (await listUnsentVisits(testDesk.desk.db, { withSettled })).filter((one) => one.locationId === here.location.id);

test('a visit that the operator settles is listed only together with settled ones', async () => {
  const [first, second] = await scanUnknown(card, '0x04A2DDDE');
  await settleKeptVisit(testDesk.desk, { tapId: first?.tapId ?? '' });
  expect((await unsent(false)).map(({ tapId }) => tapId)).toEqual([second?.tapId]);
  expect(await unsent(true)).toHaveLength(2);
  expect(await audit()).toMatchObject([{ action: 'settleVisit', staffId: null, tapId: first?.tapId }]);
  await expect(settleKeptVisit(testDesk.desk, { tapId: first?.tapId ?? '' })).rejects.toMatchObject({
    code: 'notFound',
  });
});

test('a retried visit is sent with the time of its scan once its card has a member, even after it was settled', async () => {
  const [visit] = await scanUnknown(card);
  await settleKeptVisit(testDesk.desk, { tapId: visit?.tapId ?? '' });
  here.platform.members.push(inventMember({ rfids: [card] }));
  await retryKeptVisit(testDesk.desk, { tapId: visit?.tapId ?? '' });
  await here.pass(0);
  expect(await here.ledger()).toMatchObject([{ state: 'sent', settledAt: null, tappedAt: visit?.tappedAt }]);
  expect(here.platform.visits.size).toBe(1);
  expect(await status()).toMatchObject({ unresolvedVisits: 0, waitingVisits: 0 });
  expect((await audit()).map(({ action }) => action)).toEqual(['settleVisit', 'retryVisit']);
});

test('a visit that the platform has can be neither settled nor sent again', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  const tap = here.tap();
  await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value: lena.card });
  await here.pass(10_000);
  await expect(retryKeptVisit(testDesk.desk, { tapId: tap.tapId })).rejects.toMatchObject({ code: 'notFound' });
  await expect(settleKeptVisit(testDesk.desk, { tapId: tap.tapId })).rejects.toMatchObject({ code: 'notFound' });
});
