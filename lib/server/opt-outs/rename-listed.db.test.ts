import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { optedOutMembers } from '#lib/server/db/schema/opt-outs.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { reseal } from '#lib/server/locations/reseal.ts';
import { pseudonymOf } from '#lib/server/members/forget-member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testSecret } from '#lib/testing/test-desk.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { findDue, noteListed } from './listed-people.ts';

const newSecret = 'the secret that comes after the other one';
const testDesk = setUpTestDesk();
let here: TestLocation;
let optedOut: string[];

/** Members who go on although their data was deleted once, when they opted out. */
beforeEach(async () => {
  here = await testDesk.openLocation();
  const { id } = here.location;
  const sealedExportKey = seal(testDesk.desk, { plain: 'a key', locationId: id, field: 'exportKey' });
  const connected = { exportUrl: 'https://export.example.com', sealedExportKey };
  await testDesk.desk.db.update(locations).set(connected).where(eq(locations.id, id));
  here.location = { ...here.location, ...connected };
  const members = Array.from({ length: 3 }, () => memberOf(inventMember().account));
  const askedAt = new Date(testDesk.clock.now);
  await upsertMembers(testDesk.desk.db, { locationId: here.location.id, members, askedAt });
  optedOut = members.slice(1).map(({ accountId }) => accountId);
  await noteListed(testDesk.desk, { location: here.location, accountIds: [...optedOut, 'somebody who is no member'] });
});

const under = (secret: string, previousSecret?: string): DeskContext => ({ ...testDesk.desk, secret, previousSecret });
const dueAt = async (desk: DeskContext) =>
  (await findDue(desk, { location: here.location, accountIds: optedOut })).due.toSorted();

test('while the secret is being changed, and after resealing with the new one alone, nobody’s data is deleted again', async () => {
  expect(await dueAt(testDesk.desk)).toEqual([]);
  const running = under(newSecret, testSecret);
  expect(await dueAt(running)).toEqual([]);
  expect(await dueAt(under(newSecret))).toEqual(optedOut.toSorted());

  expect(await reseal(running)).toMatchObject({ optedOut: 2 });
  expect(await dueAt(running)).toEqual([]);
  expect(await dueAt(under(newSecret))).toEqual([]);
  expect(await reseal(running)).toMatchObject({ optedOut: 2 });
});

test('how long the list lacks somebody is known after the change too', async () => {
  testDesk.clock.now += dayMs;
  const unlistedSince = new Date(testDesk.clock.now);
  await noteListed(testDesk.desk, { location: here.location, accountIds: optedOut.slice(1) });
  await reseal(under(newSecret, testSecret));
  const since = async (accountId = '') =>
    (
      await testDesk.desk.db
        .select()
        .from(optedOutMembers)
        .where(eq(optedOutMembers.pseudonym, pseudonymOf(accountId, newSecret)))
    ).map((row) => row.unlistedSince);
  expect(await since(optedOut[0])).toEqual([unlistedSince]);
  expect(await since(optedOut[1])).toEqual([null]);
});
