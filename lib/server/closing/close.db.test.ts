import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import type { FakeMember } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { createTestDesk, type TestDesk, type TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { closeLocation, closeLocations, closingTapId } from './close.ts';

// a Saturday; the location closes at 23:00 in its time zone
const closesAt = Date.parse('2026-11-21T22:00:00Z');
const minutes = (n: number) => n * 60_000;
const hours = (n: number) => n * 3_600_000;

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await openAt({ closingTimes: { saturday: '23:00' } });
});

/** Each test has one location that closes that evening; the closing times of all others are removed. */
async function openAt(settings: Partial<Location>) {
  await testDesk.desk.db.update(locations).set({ closingTimes: {}, closingExceptions: [] });
  testDesk.clock.now = closesAt - minutes(30);
  return testDesk.openLocation(settings);
}

function join() {
  const member = inventMember();
  here.platform.members.push(member);
  return member;
}
const scan = (card: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value: card });
const leave = ({ account }: FakeMember) =>
  checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: account.accountId });
const close = () => closeLocations(testDesk.desk);
const setTimesAt = (at: number) =>
  testDesk.desk.db
    .update(locations)
    .set({ closingTimesSetAt: new Date(at) })
    .where(eq(locations.id, here.location.id));
const closingsLogged = () => {
  const isOfHere = (fields: unknown) => JSON.stringify(fields).includes(here.location.id);
  return testDesk.logged.filter(([fields, sentence]) => sentence === 'closing time' && isOfHere(fields));
};
const checkOuts = async () => (await here.ledger()).filter(({ kind }) => kind === 'checkOut');
const whoIsIn = async () =>
  (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries.map(({ accountId }) => accountId);

describe('closing time', () => {
  test('checks out members who are still in, with the closing time, without a staff member, and sends it to the platform', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(minutes(30) + 12_000);
    await close();
    expect(await checkOuts()).toMatchObject([
      { accountId: lena.account.accountId, tappedAt: new Date(closesAt), isAutomatic: true, staffId: null },
    ]);
    expect(closingsLogged()).toEqual([[{ locationId: here.location.id, members: 1 }, 'closing time']]);
    expect(await whoIsIn()).toEqual([]);
    await here.pass(0);
    expect([...here.platform.visits.values()].at(-1)).toEqual({
      accountId: lena.account.accountId,
      kind: 'checkouts',
      at: closesAt,
    });
  });

  test('notifies the open pages of the location, so that the member leaves the presence list', async () => {
    const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
    onTestFinished(() => live.stop());
    // no first card of a reader, which would be noted in the background
    here = await openAt({ closingTimes: { saturday: '23:00' }, cardScannedAt: new Date(closesAt) });
    await scan(join().card);
    const heard: string[] = [];
    live.subscribe(here.location.id, (event) => heard.push(event));
    await here.pass(minutes(30) - 1);
    await notifyLive(testDesk.desk.db, { locationId: here.location.id, event: 'settings' });
    await until(() => expect(heard).toContain('settings'));
    heard.length = 0;
    await close();
    expect(await checkOuts()).toEqual([]);
    testDesk.clock.now += 1;
    await close();
    await until(() => expect(heard).toEqual(['presence']));
  });

  test('does not come before its minute, and check-outs by staff are not automatic', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(minutes(30) - 1);
    await close();
    expect(await checkOuts()).toEqual([]);
    await leave(lena);
    await here.pass(minutes(1));
    await close();
    expect(await checkOuts()).toMatchObject([{ isAutomatic: false, staffId: here.actor.staffId }]);
  });

  test('does not come if only the desk’s clock is set ahead past it, and comes once the clock is right', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(12_000);
    const wrongMs = hours(6);
    testDesk.clock.now += wrongMs;
    testDesk.clock.setMs += wrongMs;
    here.platform.clock = () => testDesk.clock.now - wrongMs;
    await close();
    expect(await checkOuts()).toEqual([]);
    testDesk.clock.now -= wrongMs;
    testDesk.clock.setMs -= wrongMs;
    here.platform.clock = () => testDesk.clock.now;
    testDesk.clock.now += minutes(30);
    await close();
    expect(await checkOuts()).toMatchObject([{ tappedAt: new Date(closesAt) }]);
  });

  test('does not check out members who left after the desk’s clock was set back, however often it runs', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(12_000);
    testDesk.clock.now -= minutes(20);
    testDesk.clock.setMs -= minutes(20);
    await here.pass(minutes(1));
    await leave(lena);
    await here.pass(minutes(50));
    const before = await here.ledger();
    await close();
    await close();
    expect(await here.ledger()).toEqual(before);
    expect(await checkOuts()).toMatchObject([{ isAutomatic: false }]);
    expect(closingsLogged()).toEqual([]);
  });

  test.each([
    ['is unknown', () => Number.NaN],
    ['is behind by less than a minute', () => testDesk.clock.now - 50_000],
    ['is ahead', () => testDesk.clock.now + hours(1)],
  ])('comes by the desk’s clock if the platform’s %s', async (_, platformClock) => {
    here.platform.clock = platformClock;
    const lena = join();
    await scan(lena.card);
    await here.pass(minutes(30));
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId, tappedAt: new Date(closesAt) }]);
  });

  test('comes by the desk’s clock if the platform has not answered since that clock was set', async () => {
    const lena = join();
    await scan(lena.card);
    await here.platform.stop();
    testDesk.clock.setMs += minutes(30);
    testDesk.clock.now += minutes(30);
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId, tappedAt: new Date(closesAt) }]);
  });

  test('comes a few minutes later at a desk whose clock is always minutes ahead', async () => {
    here.platform.clock = () => testDesk.clock.now - minutes(6);
    const lena = join();
    await scan(lena.card);
    await here.pass(minutes(35));
    await close();
    expect(await checkOuts()).toEqual([]);
    await here.pass(minutes(2));
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId, tappedAt: new Date(closesAt) }]);
  });

  test('does not check out members who came after it', async () => {
    const lena = join();
    testDesk.clock.now = closesAt;
    await scan(lena.card);
    await here.pass(minutes(5));
    await close();
    expect(await checkOuts()).toEqual([]);
    expect(await whoIsIn()).toEqual([lena.account.accountId]);
  });

  test('also checks out members who came through a turnstile', async () => {
    const event = { locationId: here.location.id, accountId: 'account-of-the-turnstile', kind: 'checkIn' } as const;
    await testDesk.desk.db.insert(elsewhereEvents).values({ ...event, at: new Date(testDesk.clock.now) });
    testDesk.clock.now = closesAt;
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: event.accountId, tappedAt: new Date(closesAt) }]);
  });

  test('checks out the member of a tap that was made before it and arrived after it', async () => {
    const lena = join();
    const tap = here.tap();
    testDesk.clock.now = closesAt;
    await close();
    await scan(lena.card, { ...tap, sentAt: testDesk.clock.now });
    await here.pass(minutes(1));
    await close();
    expect(await checkOuts()).toMatchObject([{ tappedAt: new Date(closesAt) }]);
  });

  test('waits until a check-in can no longer be undone', async () => {
    const lena = join();
    testDesk.clock.now = closesAt - 5_000;
    const { tapId } = await scan(lena.card);
    testDesk.clock.now = closesAt;
    await close();
    expect(await checkOuts()).toEqual([]);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
    testDesk.clock.now += minutes(1);
    await close();
    expect(await checkOuts()).toEqual([]);
  });

  test('comes again after one that the desk’s clock brought an hour too early, for those who were in at that and for others', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(minutes(10));
    await here.platform.stop();
    const wrongMs = hours(1);
    testDesk.clock.setMs += wrongMs;
    testDesk.clock.now += wrongMs;
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId }]);
    testDesk.clock.setMs -= wrongMs;
    testDesk.clock.now -= wrongMs;
    await here.platform.start();
    const noor = join();
    await scan(noor.card);
    await here.pass(minutes(22));
    await close();
    await close();
    const closed = (await checkOuts()).map(({ accountId }) => accountId);
    expect(closed.toSorted()).toEqual([lena, lena, noor].map(({ account }) => account.accountId).toSorted());
    expect(await whoIsIn()).toEqual([]);
  });

  test('does not wait for an hour that the desk’s clock showed by mistake when the times were changed', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(12_000);
    await setTimesAt(testDesk.clock.now + hours(3));
    await close();
    await here.pass(minutes(30));
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId, tappedAt: new Date(closesAt) }]);
  });

  test('nor checks out members for a time that had passed when the clock was set back', async () => {
    await scan(join().card);
    testDesk.clock.now = closesAt + minutes(10);
    await setTimesAt(testDesk.clock.now + hours(3));
    await close();
    await here.pass(minutes(10));
    await close();
    expect(await checkOuts()).toEqual([]);
  });

  test.each([
    ['right', 0],
    ['ahead', hours(3)],
  ])(
    'nor for one that was set after it had passed, where the desk’s clock was %s then, and is behind for a while',
    async (_, aheadMs) => {
      await scan(join().card);
      testDesk.clock.now = closesAt + minutes(10);
      await setTimesAt(testDesk.clock.now + aheadMs);
      const setClock = (byMs: number) => {
        testDesk.clock.now += byMs;
        testDesk.clock.setMs += byMs;
      };
      setClock(-hours(1));
      here.platform.clock = () => testDesk.clock.now + hours(1);
      await close();
      setClock(hours(1));
      here.platform.clock = () => testDesk.clock.now;
      await close();
      expect(await checkOuts()).toEqual([]);
    },
  );

  test('checks out no member for a closing time that was set after it had passed', async () => {
    await scan(join().card);
    testDesk.clock.now = closesAt + minutes(10);
    await setTimesAt(testDesk.clock.now);
    await close();
    expect(await checkOuts()).toEqual([]);
  });

  test.each([
    ['other time', '22:45', closesAt - minutes(15)],
    ['other time at a location without any', '22:45', closesAt - minutes(15)],
    ['time after midnight', '00:30', closesAt + minutes(90)],
  ])('of an exception comes instead of its weekday’s: %s', async (name, time, moment) => {
    const closingTimes = name.includes('without') ? {} : { saturday: '23:00' };
    here = await openAt({ closingTimes, closingExceptions: [{ day: '2026-11-21', time, note: 'Concert' }] });
    const lena = join();
    await scan(lena.card);
    await here.pass(moment - 1 - testDesk.clock.now);
    await close();
    expect(await checkOuts()).toEqual([]);
    expect(await whoIsIn()).toEqual([lena.account.accountId]);
    testDesk.clock.now += 1;
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId, tappedAt: new Date(moment) }]);
    expect(await whoIsIn()).toEqual([]);
  });

  test('does not come on a day that is closed, at whose beginning members of an evening without a time are checked out', async () => {
    const closed = [{ day: '2026-11-21', time: null, note: '' }];
    here = await openAt({ closingTimes: { saturday: '23:00' }, closingExceptions: closed });
    await scan(join().card);
    await here.pass(minutes(31));
    await close();
    expect(await checkOuts()).toEqual([]);

    here = await openAt({ closingExceptions: [{ day: '2026-11-22', time: null, note: '' }] });
    const omar = join();
    await scan(omar.card);
    await here.pass(minutes(90));
    await close();
    const midnight = new Date('2026-11-21T23:00:00Z');
    expect(await checkOuts()).toMatchObject([{ accountId: omar.account.accountId, tappedAt: midnight }]);
  });

  test.each([
    // 02:30 is skipped, and the clock shows 03:30
    ['begins', '2026-03-28T23:00:00Z', '2026-03-28', '2026-03-29T01:30:00Z'],
    // 02:30 comes twice
    ['ends', '2026-10-24T22:00:00Z', '2026-10-24', '2026-10-25T00:30:00Z'],
  ])('after midnight comes once in the night in which daylight saving %s', async (_, from, day, moment) => {
    here = await openAt({ closingExceptions: [{ day, time: '02:30', note: '' }] });
    testDesk.clock.now = Date.parse(from);
    await scan(join().card);
    await here.pass(Date.parse(moment) - 1 - testDesk.clock.now);
    await close();
    expect(await checkOuts()).toEqual([]);
    await here.pass(hours(2));
    await close();
    await close();
    expect(await checkOuts()).toMatchObject([{ tappedAt: new Date(moment) }]);
  });

  test('of one location does not touch another, nor does its failure', async () => {
    const other = await testDesk.openLocation();
    const lena = join();
    other.platform.members.push(lena);
    await scan(lena.card);
    await lookUp({ desk: testDesk.desk, actor: other.actor }, { ...other.tap(), source: 'scan', value: lena.card });
    await testDesk.desk.db
      .update(locations)
      .set({ timeZone: 'Nowhere/None', closingTimes: { saturday: '23:00' } })
      .where(eq(locations.id, other.location.id));
    testDesk.clock.now = closesAt;
    await close();
    expect(await other.ledger()).toHaveLength(1);
    expect(await checkOuts()).toHaveLength(1);
    expect(testDesk.logged.flat()).toContain('a location could not be closed');
  });
});

describe('a desk that was off at closing time', () => {
  test('closes after its restart for the closing time it missed, within the longest stay', async () => {
    const lena = join();
    testDesk.clock.now = closesAt - hours(2);
    await scan(lena.card);
    testDesk.clock.now = closesAt + hours(7);
    await close();
    expect(await checkOuts()).toMatchObject([{ accountId: lena.account.accountId, tappedAt: new Date(closesAt) }]);
  });

  test('does not close after that: all members count as gone by then', async () => {
    await scan(join().card);
    testDesk.clock.now = closesAt + hours(8);
    await close();
    expect(await checkOuts()).toEqual([]);
  });
});

describe('a closing happens once', () => {
  const fiveAreIn = async () => {
    for (let i = 0; i < 5; i += 1) await scan(join().card);
    testDesk.clock.now = closesAt + minutes(1);
  };

  test('however often it runs', async () => {
    await fiveAreIn();
    await close();
    await close();
    testDesk.clock.now += hours(3);
    await close();
    expect(await checkOuts()).toHaveLength(5);
  });

  /** How many check-outs of a member the ledger has after two concurrent ones: an insert is held until both have come to it, or one to its lock. */
  async function checkOutsAfter(
    contest: (desk: TestDesk, there: TestLocation, lena: FakeMember) => Promise<unknown>[],
    { isGuarded }: { isGuarded: boolean },
  ) {
    const slow = await createTestDesk(inject('adminDatabaseUrl'));
    try {
      slow.clock.now = closesAt - minutes(1);
      const there = await slow.openLocation({ closingTimes: { saturday: '23:00' } });
      const lena = inventMember();
      there.platform.members.push(lena);
      await lookUp({ desk: slow.desk, actor: there.actor }, { ...there.tap(), source: 'scan', value: lena.card });
      slow.clock.now = closesAt + 15_000;
      const release = await slow.holdInserts('visits');
      if (!isGuarded) await slow.breakAdvisoryLocks();
      const contesting = contest(slow, there, lena);
      await until(async () => expect(await countWaiting(slow.desk.db)).toBe(2));
      await release();
      await Promise.all(contesting);
      return (await there.ledger()).filter(({ kind }) => kind === 'checkOut').length;
    } finally {
      await slow.close();
    }
  }
  const besideAReceptionist: Parameters<typeof checkOutsAfter>[0] = (slow, there, lena) => [
    closeLocation(slow.another(), { location: there.location }),
    checkOut({ desk: slow.another(), actor: there.actor }, { ...there.tap(), accountId: lena.account.accountId }),
  ];

  test('with two concurrent processes', async () => {
    const contest: typeof besideAReceptionist = (slow, { location }) => [
      closeLocation(slow.another(), { location }),
      closeLocation(slow.another(), { location }),
    ];
    expect(await checkOutsAfter(contest, { isGuarded: true })).toBe(1);
  });

  test('control: without the lock and the derived tap id, each process checks the member out', async () => {
    const contest: typeof besideAReceptionist = (slow, { location }) => [
      closeLocation(slow.another(), { location, tapIdOf: () => randomUUID() }),
      closeLocation(slow.another(), { location, tapIdOf: () => randomUUID() }),
    ];
    expect(await checkOutsAfter(contest, { isGuarded: false })).toBe(2);
  });

  test('with a receptionist who checks the member out concurrently', async () => {
    expect(await checkOutsAfter(besideAReceptionist, { isGuarded: true })).toBe(1);
  });

  test('control: without the lock, the member is checked out twice', async () => {
    expect(await checkOutsAfter(besideAReceptionist, { isGuarded: false })).toBe(2);
  });
});

test('the tap of a closing is a UUID derived from location, member and moment', () => {
  const tap = { locationId: randomUUID(), accountId: 'account-1', moment: closesAt };
  expect(closingTapId(tap)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(closingTapId({ ...tap })).toBe(closingTapId(tap));
  const others = [
    { ...tap, locationId: randomUUID() },
    { ...tap, accountId: 'account-2' },
    { ...tap, moment: closesAt + hours(24) },
  ];
  expect(new Set([tap, ...others].map(closingTapId)).size).toBe(4);
});
