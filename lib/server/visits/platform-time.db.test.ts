import { beforeEach, describe, expect, test, vi } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { platformTimeOf } from '#lib/server/base/platform-time.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { idOf } from '#lib/testing/directory-of.ts';
import type { FakeRequest, Reply } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';

const second = 1_000;
const minute = 60 * second;

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

/** @param by what the page sends about the time of the scan */
async function scan(by: Partial<SentTime> = {}) {
  const member = inventMember();
  here.platform.members.push(member);
  const verdict = await lookUp(
    { desk: testDesk.desk, actor: here.actor },
    { ...here.tap(), ...by, source: 'scan', value: member.card },
  );
  return Date.parse(verdict.tappedAt);
}
const states = async () => (await here.ledger()).map(({ state }) => state);
const arrived = () => [...here.platform.visits.values()].map(({ at }) => at);
const timestamps = () =>
  here.platform.requests
    .filter(({ path }) => path.endsWith('/checkins'))
    .map(({ body }) => (body as { timestamp: number }).timestamp); // safe because: the desk always names the time
const clockAheadS = async () => (await readStatus({ desk: testDesk.desk, actor: here.actor })).clockAheadS;

/** Sets the platform's clock behind the desk's; the platform refuses times in its future. */
function setPlatformBehind(ms: number, { tellsTime = true } = {}) {
  here.platform.clock = () => (tellsTime ? testDesk.clock.now - ms : Number.NaN);
  here.platform.fault = ({ path, body }: FakeRequest): Reply | null => {
    if (!path.endsWith('/checkins')) return null;
    const { timestamp } = body as { timestamp: number }; // safe because: the desk always names the time
    if (timestamp <= testDesk.clock.now - ms + 5 * minute) return null;
    const fieldErrors = [{ name: 'timestamp', message: 'Must not lie more than 5 minutes ahead.' }];
    return { status: 400, body: { errorCode: 'invalidArguments', requestId: 'r', fieldErrors } };
  };
}

describe('a desk whose clock is ahead of the platform’s', () => {
  test.each([6 * minute, 3 * 60 * minute])(
    'by %i ms: visits arrive with times of the platform’s clock, and the difference is shown and logged',
    async (ms) => {
      setPlatformBehind(ms);
      const tappedAt = await scan();
      await here.pass(10 * second);
      expect(await states()).toEqual(['sent']);
      expect(Math.abs((arrived()[0] ?? 0) - (tappedAt - ms))).toBeLessThanOrEqual(second);
      expect(Math.abs(((await clockAheadS()) ?? 0) - ms / second)).toBeLessThanOrEqual(1);
      const warned = testDesk.logged.some(([about]) => JSON.stringify(about).includes(here.location.id));
      expect(warned).toBe(true);

      here.platform.clock = () => testDesk.clock.now;
      await scan();
      await scan();
      expect(await clockAheadS()).toBeNull();
    },
  );

  test('by less than a minute: the desk’s time is sent unchanged, to the millisecond', async () => {
    setPlatformBehind(50 * second);
    const tappedAt = await scan();
    await here.pass(10 * second);
    expect(arrived()).toEqual([tappedAt]);
    expect(await clockAheadS()).toBeNull();
  });

  test('compares the clocks before it sends the first visit', async () => {
    await here.platform.stop();
    const tappedAt = await scan();
    setPlatformBehind(6 * minute);
    await here.platform.start();
    await here.pass(10 * second);
    expect(timestamps()).toHaveLength(1);
    expect(Math.abs((timestamps()[0] ?? 0) - (tappedAt - 6 * minute))).toBeLessThanOrEqual(second);
  });

  test('waits if the platform does not tell its time and refuses one in its future', async () => {
    setPlatformBehind(6 * minute, { tellsTime: false });
    await scan();
    await here.pass(10 * second);
    expect(await here.ledger()).toMatchObject([{ state: 'waiting', lastError: 'clockAhead' }]);
    await here.pass(60 * second);
    expect(await states()).toEqual(['sent']);
  });
});

test('every attempt sends the same time, whatever is learned about the clocks meanwhile', async () => {
  await scan();
  here.platform.loss = ({ path }) => (path.endsWith('/checkins') ? 'reset' : null);
  await here.pass(10 * second);
  here.platform.clock = () => testDesk.clock.now - 6 * minute;
  await scan();
  await scan();
  here.platform.loss = () => null;
  await here.pass(2 * second);
  const [first, again] = timestamps();
  expect(again).toBe(first);
  expect(arrived()).toEqual([first]);
});

describe('when the desk’s clock is set between a tap and the first attempt to send it', () => {
  const setClock = (byMs: number) => {
    testDesk.clock.now += byMs;
    testDesk.clock.setMs += byMs;
  };

  test.each([6 * minute, 3 * minute])('%i ms ahead, and corrected: the visit arrives at its time', async (ms) => {
    setClock(ms);
    setPlatformBehind(ms);
    const tappedAt = await scan();
    setClock(-ms);
    setPlatformBehind(0);
    await here.pass(ms + 10 * second);
    expect(Math.abs((arrived()[0] ?? 0) - (tappedAt - ms))).toBeLessThanOrEqual(second);
  });

  test.each([6 * minute, -6 * minute])('by %i ms, from right to wrong: the visit arrives at its time', async (ms) => {
    setPlatformBehind(0);
    const tappedAt = await scan();
    setClock(ms);
    setPlatformBehind(ms);
    await here.pass(6 * minute + 10 * second);
    expect(Math.abs((arrived()[0] ?? 0) - tappedAt)).toBeLessThanOrEqual(second);
  });

  test.each([6 * minute, -6 * minute])(
    'by %i ms, and a page has not compared its clock since: its visits arrive at their times',
    async (ms) => {
      const at = testDesk.clock.now;
      setClock(ms);
      setPlatformBehind(ms);
      await scan({ ageMs: 3 * second, byDesk: { at: at - 3 * second, isSure: true } });
      await here.pass(6 * minute + 10 * second);
      expect(Math.abs((arrived()[0] ?? 0) - (at - 3 * second))).toBeLessThanOrEqual(second);
    },
  );

  const processes = { 'the same process': () => testDesk.desk, 'a restarted one': () => testDesk.another() };
  test.each(
    Object.keys(processes).flatMap((who) =>
      [6 * minute, -6 * minute].map((ms) => ({ who: who as keyof typeof processes, ms })),
    ),
  )(
    'by $ms ms, and a member who came in and left before comes again at $who: each visit arrives at its time',
    async ({ who, ms }) => {
      setPlatformBehind(0);
      const member = inventMember();
      here.platform.members.push(member);
      const accountId = idOf(member);
      let { desk } = testDesk;
      const comeIn = () => lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: member.card });
      const goOut = () => checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
      const begunAt = testDesk.clock.now;
      const passed = (at: number) => at - begunAt;
      await comeIn();
      await here.pass(20 * second);
      await goOut();
      await here.pass(20 * second);
      setClock(ms);
      setPlatformBehind(ms);
      desk = processes[who]();
      await comeIn();
      await here.pass(6 * minute + 20 * second);
      const arrivedAtS = arrived().map((at) => Math.round(passed(at) / second));
      expect(arrivedAtS.toSorted((a, b) => a - b)).toEqual([0, 20, 40]);
    },
  );

  test('to the right time, before the platform has ever answered: the visit arrives at its time', async () => {
    await here.platform.stop();
    const tappedAt = await scan();
    setClock(-6 * minute);
    setPlatformBehind(0);
    await here.platform.start();
    await here.pass(6 * minute + 10 * second);
    expect(Math.abs((arrived()[0] ?? 0) - (tappedAt - 6 * minute))).toBeLessThanOrEqual(second);
  });

  test.each([6 * minute, -6 * minute])(
    'by %i ms to the right time, after attempts while the platform had never answered: the visit arrives at its time',
    async (ms) => {
      await here.platform.stop();
      const tappedAt = await scan();
      await here.pass(10 * second);
      await here.pass(minute);
      expect(await here.ledger()).toMatchObject([{ state: 'waiting', attempts: 2, platformAt: null }]);
      setClock(ms);
      setPlatformBehind(0);
      await here.platform.start();
      await here.pass(10 * minute);
      expect(await states()).toEqual(['sent']);
      expect(Math.abs((arrived()[0] ?? 0) - (tappedAt + ms))).toBeLessThanOrEqual(second);
    },
  );

  test('after an attempt whose answer was lost, and another one without an answer: the time that was sent is kept', async () => {
    setPlatformBehind(0);
    await scan();
    here.platform.loss = ({ path }) => (path.endsWith('/checkins') ? 'reset' : null);
    await here.pass(10 * second);
    const [sent] = timestamps();
    here.platform.loss = () => 'reset';
    setClock(6 * minute);
    await here.pass(minute);
    setPlatformBehind(6 * minute);
    here.platform.loss = () => null;
    await here.pass(10 * minute);
    expect(await states()).toEqual(['sent']);
    expect([...new Set(timestamps())]).toEqual([sent]);
  });

  test('control: a process that did not notice the change, and had no answer before, sends an uncorrected time', async () => {
    const unknowing = vi.spyOn(testDesk.desk.clockWatch, 'setSince').mockReturnValue(0);
    await here.platform.stop();
    const tappedAt = await scan();
    setClock(6 * minute);
    setPlatformBehind(6 * minute);
    await here.platform.start();
    await here.pass(10 * second);
    unknowing.mockRestore();
    expect(Math.abs((arrived()[0] ?? 0) - (tappedAt - 6 * minute))).toBeLessThanOrEqual(second);
  });
});

describe('when the desk’s machine is suspended between a scan and the first attempt to send it', () => {
  const standStill = {
    sleeps: () => {
      testDesk.clock.now += 6 * minute;
      testDesk.clock.sleptMs += 6 * minute;
    },
    // no clock of a paused machine advances, and its wall clock is set afterwards
    'is paused': () => {
      testDesk.clock.now += 6 * minute;
      testDesk.clock.setMs += 6 * minute;
    },
  };

  test.each(Object.entries(standStill))('it %s: the visit arrives at its time', async (_, stand) => {
    const tappedAt = await scan();
    stand();
    await here.pass(10 * second);
    expect(arrived()).toEqual([tappedAt]);
  });

  test.each(Object.entries(standStill))(
    'it %s: the next visit also arrives at its time, without an answer in between',
    async (_, stand) => {
      await scan();
      stand();
      here.platform.loss = () => 'reset';
      const tappedAt = await scan();
      here.platform.loss = () => null;
      await here.pass(10 * minute);
      expect(arrived()).toContain(tappedAt);
    },
  );

  test('it is paused all night: a member who came the evening before comes in again in the morning', async () => {
    const member = inventMember();
    here.platform.members.push(member);
    const comeIn = () =>
      lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: member.card });
    const evening = testDesk.clock.now;
    await comeIn();
    await here.pass(2 * 60 * minute);
    const nightMs = here.location.longestStayH * 60 * minute;
    testDesk.clock.now += nightMs;
    testDesk.clock.setMs += nightMs;
    const morning = testDesk.clock.now;
    await comeIn();
    await here.pass(20 * second);
    expect(arrived()).toEqual([evening, morning]);
  });

  test('it is paused and the desk is restarted: the visit arrives at its time', async () => {
    const tappedAt = await scan();
    standStill['is paused']();
    const [{ tapId = '' } = {}] = await here.ledger();
    testDesk.clock.now += 10 * second;
    await sendVisit(testDesk.another(), { key: { locationId: here.location.id, tapId } });
    expect(arrived()).toEqual([tappedAt]);
  });
});

test('when the platform’s clock is set back before the first attempt, the visit arrives with the time of the corrected clock', async () => {
  setPlatformBehind(0);
  const tappedAt = await scan();
  setPlatformBehind(6 * minute);
  await scan();
  await scan();
  await here.pass(10 * second);
  expect(Math.abs((timestamps()[0] ?? 0) - (tappedAt - 6 * minute))).toBeLessThanOrEqual(second);
});

test('the platform’s time is unknown for a gym whose key cannot be read', async () => {
  const { location } = await testDesk.openLocation({ sealedApiKey: 'not sealed' });
  expect(platformTimeOf({ desk: testDesk.desk, actor: { location } }, testDesk.clock.now)).toBeNull();
});
