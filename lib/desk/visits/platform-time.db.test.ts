import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/desk/arrivals/look-up.ts';
import { readStatus } from '#lib/desk/status/read-status.ts';
import type { FakeRequest, Reply } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';

const second = 1_000;
const minute = 60 * second;

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

async function scan() {
  const member = inventMember();
  here.platform.members.push(member);
  const verdict = await lookUp(testDesk.desk, here.actor, { ...here.tap(), source: 'scan', value: member.card });
  return Date.parse(verdict.tappedAt);
}
const states = async () => (await here.ledger()).map(({ state }) => state);
const arrived = () => [...here.platform.visits.values()].map(({ at }) => at);
const timestamps = () =>
  here.platform.requests
    .filter(({ path }) => path.endsWith('/checkins'))
    .map(({ body }) => (body as { timestamp: number }).timestamp); // safe because: the desk always names the time
const clockAheadS = async () => (await readStatus(testDesk.desk.db, here.location.id, testDesk.clock.now)).clockAheadS;

/** The platform's clock is behind the desk's, and what lies ahead of it is refused. */
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
    'by %i ms: visits arrive by the platform’s clock, and it is told',
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

  test('by less than a minute: the desk’s own time stays, to the millisecond', async () => {
    setPlatformBehind(50 * second);
    const tappedAt = await scan();
    await here.pass(10 * second);
    expect(arrived()).toEqual([tappedAt]);
    expect(await clockAheadS()).toBeNull();
  });

  test('compares the clocks before the first visit that it sends', async () => {
    await here.platform.stop();
    const tappedAt = await scan();
    setPlatformBehind(6 * minute);
    await here.platform.start();
    await here.pass(10 * second);
    expect(timestamps()).toHaveLength(1);
    expect(Math.abs((timestamps()[0] ?? 0) - (tappedAt - 6 * minute))).toBeLessThanOrEqual(second);
  });

  test('waits where the platform does not tell its time, and refuses one that has not come there', async () => {
    setPlatformBehind(6 * minute, { tellsTime: false });
    await scan();
    await here.pass(10 * second);
    expect(await here.ledger()).toMatchObject([{ state: 'waiting', lastError: 'clockAhead' }]);
    await here.pass(60 * second);
    expect(await states()).toEqual(['sent']);
  });
});

test('the platform is told the same time in every attempt, whatever becomes known of the clocks meanwhile', async () => {
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
