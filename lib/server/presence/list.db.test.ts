import { beforeEach, describe, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { mirrorTasks } from '#lib/server/tasks/mirror.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readPresence } from './list.ts';

const hours = (n: number) => n * 3_600_000;

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const present = async () => (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries;
const names = async () => (await present()).map(({ accountId }) => accountId);

async function arrive(tap = here.tap()) {
  const member = inventMember();
  here.platform.members.push(member);
  const value = member.card;
  const { tapId } = await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value });
  return { ...member.account, tapId };
}
const leave = (accountId: string, tap = here.tap()) =>
  checkOut({ desk: testDesk.desk, actor: here.actor }, { ...tap, accountId });
const seen = (accountId: string, kind: 'checkIn' | 'checkOut', at: number) =>
  testDesk.desk.db.insert(elsewhereEvents).values({ locationId: here.location.id, accountId, kind, at: new Date(at) });

describe('the list of members who are in', () => {
  test('has names, latest arrival first', async () => {
    const lena = await arrive();
    await here.pass(60_000);
    const omar = await arrive();
    expect(await present()).toMatchObject([
      { accountId: omar.accountId },
      {
        accountId: lena.accountId,
        displayName: `Lena ${lena.lastName}`,
        initials: 'LV',
        membershipType: 'PREMIUM',
        since: new Date(testDesk.clock.now - 60_000).toISOString(),
        source: 'desk',
      },
    ]);
  });

  test('leaves out members who left, whose visit was undone, or who exceed the longest stay', async () => {
    const left = await arrive();
    const undone = await arrive();
    const forgot = await arrive();
    await here.pass(5_000);
    await leave(left.accountId);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: undone.tapId });
    expect(await names()).toEqual([forgot.accountId]);
    await here.pass(hours(8) - 5_001);
    expect(await names()).toEqual([forgot.accountId]);
    await here.pass(1);
    expect(await names()).toEqual([]);
  });

  test('depends on the times of events, not on the order in which the desk received them', async () => {
    const early = here.tap();
    await here.pass(hours(1));
    const lena = await arrive();
    await here.pass(60_000);
    await leave(lena.accountId, { ...early, sentAt: testDesk.clock.now });
    expect(await names()).toEqual([lena.accountId]);
  });

  test('includes events elsewhere, with their source', async () => {
    const lena = await arrive();
    await here.pass(hours(1));
    await leave(lena.accountId);
    await seen(lena.accountId, 'checkIn', testDesk.clock.now + 1_000);
    expect(await present()).toMatchObject([{ accountId: lena.accountId, source: 'elsewhere' }]);
    await seen(lena.accountId, 'checkOut', testDesk.clock.now + 2_000);
    expect(await names()).toEqual([]);
  });

  test('has a member once whose visit was recorded by the desk and elsewhere', async () => {
    const lena = await arrive();
    await seen(lena.accountId, 'checkIn', testDesk.clock.now);
    expect(await present()).toMatchObject([{ accountId: lena.accountId, source: 'desk' }]);
  });

  test('shows the account of a member whose name is unknown', async () => {
    await seen('account-x', 'checkIn', testDesk.clock.now);
    expect(await present()).toMatchObject([{ displayName: 'account-x', initials: 'A', membershipType: null }]);
  });

  test('has the number of open tasks of each', async () => {
    const [omar, lena] = [await arrive(), await arrive()];
    here.platform.tasks.set({ targetId: omar.accountId });
    here.platform.tasks.set({ targetId: omar.accountId });
    here.platform.tasks.set({ targetId: lena.accountId, completed: true });
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    const counts = (await present()).map(({ accountId, openTasks }) => [accountId, openTasks]);
    expect(Object.fromEntries(counts)).toEqual({ [omar.accountId]: 2, [lena.accountId]: 0 });
  });

  test('has members of this location only', async () => {
    await arrive();
    here = await testDesk.openLocation();
    expect(await names()).toEqual([]);
  });

  test('leaves out a card that could not be looked up yet', async () => {
    await here.platform.stop();
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: '0x04A2CCCC' });
    expect(await names()).toEqual([]);
  });
});
