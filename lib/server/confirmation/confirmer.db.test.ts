import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { claimVisit } from './claim-visit.ts';
import { createConfirmer } from './confirmer.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

/** A confirmer that waits for the platform’s answer about a tap. */
async function confirmSlowly() {
  const lena = inventMember();
  here.platform.members.push(lena);
  here.platform.fault = () => ({ status: 503 });
  const { tapId } = await lookUp(
    { desk: testDesk.desk, actor: here.actor },
    { ...here.tap(), source: 'scan', value: lena.card },
  );
  const [asked, held] = [Promise.withResolvers<void>(), holdAnswer()];
  here.platform.fault = () => {
    asked.resolve();
    return { status: 503, after: held.promise };
  };
  const key = { locationId: here.location.id, tapId };
  const confirmer = createConfirmer(testDesk.desk);
  const sending = confirmer.send(key);
  await asked.promise;
  const end = async () => {
    held.release();
    await sending;
  };
  return { confirmer, key, end };
}
async function readClaim({ tapId }: { tapId: string }) {
  const [visit] = await testDesk.desk.db.select().from(visits).where(eq(visits.tapId, tapId));
  return visit?.confirmingUntil ?? null;
}

test('a process that stops releases its claim, so that another one confirms the visit at once', async () => {
  const { confirmer, key, end } = await confirmSlowly();
  expect(await claimVisit(testDesk.another().db, testDesk.desk, key)).toBeUndefined();
  await confirmer.release();
  expect(await claimVisit(testDesk.another().db, testDesk.desk, key)).toMatchObject(key);
  await end();
});

test('a process that stops leaves the claim of another process, made since its own expired', async () => {
  const { confirmer, key, end } = await confirmSlowly();
  testDesk.clock.now += 30_001;
  const other = await claimVisit(testDesk.another().db, testDesk.desk, key);
  expect(other).toMatchObject(key);
  await confirmer.release();
  expect(await readClaim(key)).toEqual(other?.confirmingUntil);
  await end();
});
