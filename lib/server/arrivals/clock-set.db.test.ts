import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { readOpenStays } from '#lib/server/closing/open-stays.ts';
import { taps } from '#lib/server/db/schema/visits.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { idOf } from '#lib/testing/directory-of.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { checkOut } from './check-out.ts';
import { lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { voidScan } from './void-scan.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
});

/** Moves the wall clocks of desk and platform, without the monotonic one: as if set, or the desk's machine slept. */
const setClock = (byMs: number) => {
  testDesk.clock.now += byMs;
  testDesk.clock.setMs += byMs;
};
const scan = (value = lena.card) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const findByName = () =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'chosen', value: idOf(lena) });
const leave = () => checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: idOf(lena) });
/** The platform sends a turnstile event with the current time of its clock. */
const goThroughTurnstile = (type: 'GYM_CHECKIN' | 'GYM_CHECKOUT', aheadMs = 0) => {
  const now = new Date(testDesk.clock.now + aheadMs);
  return testDesk.desk.db.transaction((tx) =>
    handleEvent(tx, testDesk.desk, {
      locationId: here.location.id,
      accountId: idOf(lena),
      type,
      at: now,
      receivedAt: new Date(testDesk.clock.now + second),
    }),
  );
};
const setOff = (isOff: boolean) => {
  here.platform.fault = isOff ? () => ({ status: 503 }) : () => null;
};
/** No answer shows the platform's clock any more. */
const cutOff = () => {
  here.platform.fault = () => 'reset';
};
const countArrivals = async () => (await here.ledger()).filter(({ kind }) => kind === 'checkIn').length;

/** Comes on the day after by a card that the desk does not know, is found by name and leaves, in an outage that then ends. */
async function comeByUnknownCard({ begin, end }: { begin: () => void; end: () => void }) {
  await scan();
  await here.pass(13 * hour);
  const card = newCard();
  begin();
  await scan(card);
  await here.pass(15 * second);
  await findByName();
  await here.pass(minute);
  await leave();
  await here.pass(15 * second);
  end();
  setOff(false);
  await here.pass(30 * minute);
  await here.pass(30 * minute);
}

async function comeAndLeave() {
  await scan();
  await here.pass(minute);
  await leave();
  await here.pass(minute);
}

/** A card of the member that the desk does not know. */
function newCard(): string {
  const { card } = inventMember();
  lena.rfids?.push(card);
  return card;
}

describe('an unknown card of a member who was then found by name and has left', () => {
  test.each([
    ['is not set', 0],
    ['is set ahead by six minutes', 6 * minute],
    ['stands still for a night', 8 * hour],
    ['is set back by six minutes', -6 * minute],
  ])('is one arrival with it, also where the clock %s before the platform is back', async (_, setMs) => {
    await comeByUnknownCard({ begin: () => setOff(true), end: () => setClock(setMs) });
    expect(await countArrivals()).toBe(2);
  });

  test.each([0, 3 * second])(
    'in an outage over a night in which the machine sleeps, is one visit on each day, also after a step of %i ms',
    async (stepMs) => {
      await scan();
      await here.pass(13 * hour);
      const card = newCard();
      cutOff();
      // the platform's time is not known any more
      setClock(stepMs);
      await scan(card);
      await here.pass(15 * second);
      const evening = await here.ledger();
      setClock(13 * hour);
      await scan(card);
      await here.pass(15 * second);
      setOff(false);
      await here.pass(30 * minute);
      await here.pass(30 * minute);
      expect(evening).toHaveLength(2);
      expect(await countArrivals()).toBe(3);
    },
  );
});

describe('the desk’s clock is set back while a member is in', () => {
  test.each([0, -6 * minute])('by %i ms: who left through the turnstile and comes again is counted', async (setMs) => {
    await scan();
    await here.pass(2 * minute);
    await goThroughTurnstile('GYM_CHECKOUT');
    await here.pass(70 * second);
    setClock(setMs);
    await scan();
    await here.pass(30 * minute);
    expect(await countArrivals()).toBe(2);
  });

  test('times in events of a platform whose answers have no Date header are not shifted', async () => {
    here.platform.clock = () => Number.NaN;
    await scan();
    await here.pass(2 * minute);
    await goThroughTurnstile('GYM_CHECKOUT', -6 * minute);
    await here.pass(70 * second);
    setClock(-6 * minute);
    await scan();
    await here.pass(30 * minute);
    expect(await countArrivals()).toBe(2);
  });

  test('a second scan finds the existing visit', async () => {
    const first = await scan();
    await here.pass(2 * minute);
    setClock(-6 * minute);
    const second = await scan();
    expect(second).toMatchObject({ reasons: [{ code: 'alreadyIn' }], visit: { tapId: first.tapId } });
  });

  test('a second check-out finds the existing one', async () => {
    await scan();
    await here.pass(2 * minute);
    const left = await leave();
    setClock(-6 * minute);
    expect(await leave()).toMatchObject({ visit: { tapId: left.tapId } });
  });

  test('a member who left before and comes again is in, and not shown as gone', async () => {
    await scan();
    await here.pass(2 * minute);
    await leave();
    await here.pass(15 * second);
    setClock(-6 * minute);
    await here.pass(minute);
    const again = await scan();
    const { entries } = await readPresence({ desk: testDesk.desk, actor: here.actor });
    expect(entries).toMatchObject([{ accountId: idOf(lena), since: again.tappedAt }]);
    const [confirmed] = await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [again.tapId] });
    expect(confirmed).toMatchObject({ kind: 'admitted', visit: { tapId: again.tapId } });
    expect(
      await readOpenStays(testDesk.desk, { location: here.location, moment: testDesk.clock.now + minute }),
    ).toEqual([]);
    await here.pass(15 * second);
    expect(await readOpenStays(testDesk.desk, { location: here.location, moment: testDesk.clock.now })).toEqual([
      idOf(lena),
    ]);
  });

  test('an arrival before the change stays before times that the clock had already shown', async () => {
    await scan();
    const cameAt = testDesk.clock.now;
    await here.pass(15 * second);
    setClock(-6 * minute);
    await here.pass(2 * minute);
    expect(testDesk.clock.now).toBeLessThan(cameAt);
    expect(await readOpenStays(testDesk.desk, { location: here.location, moment: testDesk.clock.now })).toEqual([
      idOf(lena),
    ]);
  });

  test('scans before and after it during an outage are re-evaluated once the platform is back', async () => {
    setOff(true);
    const card = newCard();
    const first = await scan(card);
    await here.pass(2 * minute);
    setClock(-6 * minute);
    const again = await scan(card);
    expect([first.kind, again.kind]).toEqual(['unconfirmed', 'unconfirmed']);
    expect(again).toMatchObject({ visit: { tapId: first.tapId } });
    setOff(false);
    await here.pass(30 * minute);
    await here.pass(30 * minute);
    const confirmed = await readConfirmed(
      { desk: testDesk.desk, actor: here.actor },
      { tapId: [first.tapId, again.tapId] },
    );
    expect(confirmed.map(({ kind }) => kind)).toEqual(['admitted', 'admitted']);
  });
});

describe('the desk’s clock is five minutes behind for a while', () => {
  const behindMs = 5 * minute;
  /** Moves the desk’s clock alone: the platform’s goes on. */
  const setDesk = (byMs: number) => {
    setClock(byMs);
    const { clock } = here.platform;
    here.platform.clock = () => clock() - byMs;
  };
  /** In whole seconds, as the platform shows its time. */
  const inSeconds = (events: readonly { kind: string; at: number }[]) =>
    events.map(({ kind, at }) => ({ kind, at: Math.floor(at / second) }));
  const trueTimes = async () =>
    (await here.ledger())
      .map(({ kind, platformAt }) => ({ kind, at: platformAt?.getTime() ?? 0 }))
      .toSorted((one, other) => one.at - other.at);

  /** In and out again just before, and in once more while it is behind. */
  async function comeAgainMeanwhile() {
    const cameAt = testDesk.clock.now;
    await comeAndLeave();
    setDesk(-behindMs);
    await scan();
    const again = cameAt + 2 * minute;
    await here.pass(minute);
    return [
      { kind: 'checkIn', at: cameAt },
      { kind: 'checkOut', at: cameAt + minute },
      { kind: 'checkIn', at: again },
    ] as const;
  }

  test.each([
    ['was set right', behindMs],
    ['was set ahead by as much', 2 * behindMs],
  ])('who came in meanwhile is in once it %s, leaves, and comes again, all at their time', async (_, setMs) => {
    const expected = await comeAgainMeanwhile();
    setDesk(setMs);
    await here.pass(0);
    const { entries } = await readPresence({ desk: testDesk.desk, actor: here.actor });
    expect(entries).toMatchObject([{ accountId: idOf(lena) }]);
    const moment = testDesk.clock.now;
    expect(await readOpenStays(testDesk.desk, { location: here.location, moment })).toEqual([idOf(lena)]);
    await leave();
    await here.pass(minute);
    await scan();
    await here.pass(30 * minute);
    const leftAt = expected[2].at + minute;
    const later = [
      { kind: 'checkOut', at: leftAt },
      { kind: 'checkIn', at: leftAt + minute },
    ];
    expect(inSeconds(await trueTimes())).toEqual(inSeconds([...expected, ...later]));
  });

  test('who came in right after it was set right, and then once more while it is behind again, is in', async () => {
    await comeAgainMeanwhile();
    setDesk(behindMs);
    await leave();
    await here.pass(minute);
    setDesk(-behindMs);
    await scan();
    await here.pass(30 * minute);
    expect(await countArrivals()).toBe(3);
    const { entries } = await readPresence({ desk: testDesk.desk, actor: here.actor });
    expect(entries).toMatchObject([{ accountId: idOf(lena) }]);
  });

  test('who came in through the turnstile meanwhile is in once it is right', async () => {
    await comeAndLeave();
    setDesk(-behindMs);
    // an answer of the platform shows its time
    await scan(inventMember().card);
    await goThroughTurnstile('GYM_CHECKIN', behindMs);
    await here.pass(minute);
    setDesk(behindMs);
    const { entries } = await readPresence({ desk: testDesk.desk, actor: here.actor });
    expect(entries).toMatchObject([{ accountId: idOf(lena), source: 'elsewhere' }]);
    expect(await scan()).toMatchObject({ reasons: [{ code: 'alreadyIn' }] });
    expect(await leave()).toMatchObject({ reasons: [{ code: 'checkedOut' }] });
    await here.pass(30 * minute);
    expect((await here.ledger()).map(({ kind }) => kind)).toEqual(['checkIn', 'checkOut', 'checkOut']);
  });

  test('a repeated scan of those minutes that counts only later is a visit at its time', async () => {
    const voidIt = ({ tapId }: { tapId: string }) =>
      voidScan({ desk: testDesk.desk, actor: here.actor }, { tapId, value: lena.card });
    setDesk(-behindMs);
    const partial = await scan();
    await here.pass(2 * second);
    const another = await scan();
    await here.pass(2 * second);
    const whole = await scan();
    setDesk(behindMs);
    const scannedAt = testDesk.clock.now;
    await voidIt(partial);
    await voidIt(another);
    await here.pass(30 * minute);
    const [visit] = (await here.ledger()).filter(({ state }) => state !== 'undone');
    expect(visit).toMatchObject({ tapId: whole.tapId, state: 'sent', platformAt: new Date(scannedAt) });
  });

  test.each([
    ['answers with errors', () => setOff(true)],
    ['is not reached', cutOff],
  ])(
    'who came in meanwhile by an unknown card, was found by name and left, has come once, where the platform %s',
    async (_, fail) => {
      const begin = () => {
        fail();
        setDesk(-behindMs);
      };
      await comeByUnknownCard({ begin, end: () => setDesk(behindMs) });
      expect(await countArrivals()).toBe(2);
    },
  );

  test('who came in meanwhile before the platform’s clock was known is in once it is right, and leaves', async () => {
    await comeAndLeave();
    cutOff();
    setDesk(-behindMs);
    await scan();
    setOff(false);
    await here.pass(15 * second);
    setDesk(behindMs);
    await leave();
    await here.pass(30 * minute);
    expect((await trueTimes()).map(({ kind }) => kind)).toEqual(['checkIn', 'checkOut', 'checkIn', 'checkOut']);
  });

  test('who came in through the turnstile before the platform’s clock was known is in once it is right', async () => {
    await comeAndLeave();
    cutOff();
    setDesk(-behindMs);
    const omar = inventMember();
    here.platform.members.push(omar);
    await scan(omar.card);
    await goThroughTurnstile('GYM_CHECKIN', behindMs);
    setOff(false);
    await here.pass(30 * minute);
    setDesk(behindMs);
    expect(await scan()).toMatchObject({ reasons: [{ code: 'alreadyIn' }] });
  });

  test('a scan that was set aside before the platform’s clock was known gets its difference once it is confirmed', async () => {
    await scan();
    await here.pass(minute);
    cutOff();
    setDesk(-behindMs);
    const { tapId } = await scan();
    setOff(false);
    await here.confirm();
    const [tap] = await testDesk.desk.db.select().from(taps).where(eq(taps.tapId, tapId));
    expect(tap?.answer?.setAside?.clock).toMatchObject({ platformAheadMs: expect.any(Number) });
  });

  test('a stay that began and ended before the platform’s clock was known is over, also where the clock is set while it is sent', async () => {
    await scan();
    await here.pass(13 * hour);
    cutOff();
    setDesk(-behindMs);
    await scan();
    await here.pass(minute);
    await leave();
    const repeated = await leave();
    await here.pass(15 * second);
    let isSet = false;
    here.platform.fault = ({ path }) => {
      if (path.endsWith('/checkins') && !isSet) setDesk(behindMs);
      isSet ||= path.endsWith('/checkins');
      return null;
    };
    await here.pass(30 * minute);
    const { entries } = await readPresence({ desk: testDesk.desk, actor: here.actor });
    expect(entries).toEqual([]);
    expect(await scan()).toMatchObject({ kind: 'admitted', reasons: [] });
    await here.pass(30 * minute);
    expect((await here.ledger()).map(({ kind }) => kind).toSorted()).toEqual([
      'checkIn',
      'checkIn',
      'checkIn',
      'checkOut',
    ]);
    expect(repeated).toMatchObject({ reasons: [{ code: 'checkedOut' }] });
  });

  test('what the platform’s clock shows by then says nothing of a visit from before', async () => {
    cutOff();
    setClock(3 * second);
    const before = await scan(newCard());
    setDesk(-behindMs);
    const omar = inventMember();
    here.platform.members.push(omar);
    const after = await scan(omar.card);
    setOff(false);
    await here.pass(30 * minute);
    const clocks = new Map((await here.ledger()).map(({ tapId, state, clock }) => [tapId, { state, clock }]));
    expect(clocks.get(before.tapId)).toEqual({
      state: 'sent',
      clock: { machine: expect.any(String), begunAt: expect.any(Number) },
    });
    expect(clocks.get(after.tapId)).toMatchObject({ state: 'sent', clock: { platformAheadMs: expect.any(Number) } });
  });

  test('a repeated scan of those minutes that the platform confirms only later finds the stay it belongs to', async () => {
    await comeAgainMeanwhile();
    const { tapId } = (await here.ledger()).find(({ clock }) => (clock?.platformAheadMs ?? 0) > minute) ?? {};
    setOff(true);
    const repeated = await scan();
    expect(repeated).toMatchObject({ visit: { tapId } });
    setOff(false);
    setDesk(behindMs);
    await here.pass(minute);
    await here.confirm();
    const [confirmed] = await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [repeated.tapId] });
    expect(confirmed).toMatchObject({ kind: 'admitted', tappedAt: repeated.tappedAt, visit: { tapId } });
  });
});
