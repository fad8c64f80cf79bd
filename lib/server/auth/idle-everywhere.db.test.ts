import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { personalAction } from '#lib/server/actions/action.ts';
import { answerRead } from '#lib/server/actions/answer-read.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { browserRequest, signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { reads } from '#lib/wire/reads/registry.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let there: TestLocation;

beforeEach(async () => {
  [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  await signIn(testDesk, 'manager', here, there);
});

const setLimit = ({ location: { id } }: TestLocation, idleLimitMin: number | null) =>
  testDesk.desk.db.update(locations).set({ idleLimitMin }).where(eq(locations.id, id));
const answer = personalAction('readFloor', z.object({}), async () => 'done');
const answerAfterMin = async (minutes: number) => {
  testDesk.clock.now += minutes * 60_000;
  const result = await answer({});
  return result.ok ? result.value : result.error.code;
};

test('what belongs to no gym ends after the shortest idle limit of the person’s gyms', async () => {
  await setLimit(here, null);
  await setLimit(there, 20);
  expect(await answerAfterMin(19)).toBe('done');
  expect(await answerAfterMin(21)).toBe('signedOut');
  await setLimit(there, null);
  // the session has ended, and does not revive
  expect(await answerAfterMin(0)).toBe('signedOut');
});

test('a glance at another gym after its idle limit is refused, and ends no session', async () => {
  await setLimit(here, null);
  await setLimit(there, 20);
  const glanceAt = async ({ location: { id } }: TestLocation) =>
    (await answerRead(await browserRequest(`http://desk${addressOf(reads.gymNow, id, {})}`))).status;
  expect([await glanceAt(here), await glanceAt(there)]).toEqual([200, 200]);
  testDesk.clock.now += 21 * 60_000;
  expect([await glanceAt(there), await glanceAt(here)]).toEqual([409, 200]);
});

test('without a limit it ends with the shift alone', async () => {
  for (const place of [here, there]) await setLimit(place, null);
  expect(await answerAfterMin(300)).toBe('done');
});

test('a new gym has a limit of an hour', async () => {
  const [{ idleLimitMin } = { idleLimitMin: null }] = await testDesk.desk.db
    .select({ idleLimitMin: locations.idleLimitMin })
    .from(locations)
    .where(eq(locations.id, here.location.id));
  expect(idleLimitMin).toBe(60);
});
