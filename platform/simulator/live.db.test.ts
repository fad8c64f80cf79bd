import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { openDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { recordVisit } from '#platform/services/visits/record.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import { moveMembers, startLiveSimulator } from './live.ts';
import { createRandom } from './random.ts';
import { seedDemo } from './seed-demo.ts';

const opening = new Date('2026-11-20T16:00:00.000Z');
const minuteMs = 60_000;
const { west } = demoGyms;
const platform = startTestPlatform();

beforeAll(async () => {
  const operator = openOperatorDatabase({ url: platform.url });
  await seedDemo(operator, { seed: 1, now: opening });
  await operator.close();
});

const dependencies = (): Dependencies => ({
  db: platform.db,
  clock: () => platform.time.now,
  ids: randomIds,
  log: pino({ level: 'silent' }),
});

interface Event {
  account_id: string;
  kind: 'CHECKIN' | 'CHECKOUT';
  membership_id: string;
  membership_type: string;
}

/** The events at München West from `from` on, in steps of five minutes. */
async function live(from: Date, minutes: number, gym = west): Promise<Event[]> {
  const random = createRandom(1, `live ${from.toISOString()}`);
  for (let passed = 5; passed <= minutes; passed += 5) {
    platform.time.now = new Date(from.getTime() + passed * minuteMs);
    await moveMembers({ ...dependencies(), random }, gym, 5 * minuteMs);
  }
  return platform.rows<Event>(
    `SELECT v.account_id, v.kind, m.membership_id, m.membership_type
     FROM visits v JOIN memberships m USING (chain_id, account_id)
     WHERE v.gym_id = $1 AND v.recorded_at > $2 ORDER BY v.occurred_at`,
    [gym.gymId, from],
  );
}

const callOf = () => ({
  ...dependencies(),
  db: platform.db.chain(demoChain.chainId),
  chainId: demoChain.chainId,
  gymId: west.gymId,
  seesUnmigrated: false,
});

it('members come and go: none comes twice, and only present ones leave', async () => {
  const inAtFirst = await platform.rows<{ account_id: string }>(
    'SELECT account_id FROM visits WHERE gym_id = $1 GROUP BY account_id HAVING count(*) % 2 = 1',
    [west.gymId],
  );
  const isIn = new Set(inAtFirst.map(({ account_id }) => account_id));
  const events = await live(opening, 120);
  for (const { kind, account_id } of events) {
    expect(isIn.has(account_id)).toBe(kind === 'CHECKOUT');
    if (kind === 'CHECKIN') isIn.add(account_id);
    else isIn.delete(account_id);
  }
  expect(events.filter(({ kind }) => kind === 'CHECKIN').length).toBeGreaterThan(30);
  expect(events.filter(({ kind }) => kind === 'CHECKOUT').length).toBeGreaterThan(20);
  expect(isIn.size).toBeLessThanOrEqual(west.capacity);
});

it('a corporate member is admitted before coming in', async () => {
  const admitted = await platform.rows<{ account_id: string }>(
    'SELECT account_id FROM admissions WHERE gym_id = $1 AND admitted_at > $2',
    [west.gymId, opening],
  );
  const came = await platform.rows<{ account_id: string }>(
    `SELECT v.account_id FROM visits v JOIN memberships m USING (chain_id, account_id)
     WHERE v.gym_id = $1 AND v.recorded_at > $2 AND v.kind = 'CHECKIN' AND m.membership_type = 'CORPORATE_FITNESS'`,
    [west.gymId, opening],
  );
  expect(came.length).toBeGreaterThan(0);
  expect(new Set(admitted)).toEqual(new Set(came));
});

it('the holder of a demo card stays until a visitor checks them out', async () => {
  const [lena] = await platform.rows<{ account_id: string }>(
    "SELECT account_id FROM memberships WHERE membership_id = 'M-10442'",
  );
  const start = platform.time.now;
  await recordVisit(callOf(), lena?.account_id ?? '', 'CHECKIN', {});
  const events = await live(start, 200);
  expect(events.filter(({ membership_id }) => membership_id === 'M-10442')).toHaveLength(0);
  expect(events.length).toBeGreaterThan(50);
});

it('machines tell webhooks of every workout of members who share data, and once of a completed onboarding', async () => {
  const { ask } = await platform.operate(async (operator) => {
    const { apiKey } = await createApiKey(operator, {
      chainId: demoChain.chainId,
      gymId: west.gymId,
      permissions: ['webhooks'],
    });
    return { ask: platform.askWith(apiKey) };
  });
  await ask('createWebhook', { body: { url: 'http://127.0.0.1:9/', secret: 'a secret' } });
  const start = platform.time.now;
  await live(start, 120);
  const counted = await platform.rows<{ account_id: string; machines: number; onboardings: number; trained: number }>(
    `SELECT account_id, count(*) FILTER (WHERE type = 'EQUIPMENT_CHECKIN')::int AS machines,
       count(*) FILTER (WHERE type = 'GENIUS_ONBOARDING_COMPLETED')::int AS onboardings,
       (SELECT count(*)::int FROM strength_workouts w
        WHERE w.chain_id = d.chain_id AND w.account_id = d.account_id AND w.occurred_at >= $1) AS trained
     FROM webhook_deliveries d WHERE type IN ('EQUIPMENT_CHECKIN', 'GENIUS_ONBOARDING_COMPLETED')
     GROUP BY d.chain_id, account_id`,
    [start],
  );
  expect(counted.length).toBeGreaterThan(5);
  for (const { machines, trained, onboardings } of counted) {
    expect(machines).toBe(trained);
    expect(onboardings).toBeLessThanOrEqual(1);
  }
  expect(counted.some(({ onboardings }) => onboardings === 1)).toBe(true);
});

it('no member enters a full gym', async () => {
  const start = platform.time.now;
  const events = await live(start, 60, { ...west, capacity: 0 });
  expect(events.filter(({ kind }) => kind === 'CHECKIN')).toEqual([]);
});

const countVisits = async () =>
  (await platform.rows<{ rows: number }>('SELECT count(*)::int AS rows FROM visits'))[0]?.rows;

/** A simulator that counts how often it has asked for the time, as each of its rounds does first. */
function startCounting(name: string, whenAsked: () => void = () => {}) {
  const counted = { asked: 0 };
  const clock = () => {
    counted.asked += 1;
    whenAsked();
    return platform.time.now;
  };
  const random = createRandom(1, name);
  return { counted, simulator: startLiveSimulator({ ...dependencies(), clock, random, pauseMs: 20 }) };
}

it('repeats its rounds until it is stopped, also where that happens during one', async () => {
  const started = await countVisits();
  platform.time.now = new Date(platform.time.now.getTime() + 180 * minuteMs);
  let isEnough = false;
  const stopping = Promise.withResolvers<void>();
  const { counted, simulator } = startCounting('running', () => {
    if (isEnough) queueMicrotask(() => stopping.resolve(simulator.stop()));
  });
  await until(async () => expect(await countVisits()).toBeGreaterThan(started ?? 0));
  isEnough = true;
  await stopping.promise;
  const { asked } = counted;
  // the first round of another one comes after any that this one could still have been waiting for
  const later = startCounting('later');
  await until(() => expect(later.counted.asked).toBeGreaterThan(0));
  await later.simulator.stop();
  expect(counted.asked).toBe(asked);
});

it('a failing round is logged, and the next one runs', async () => {
  const closed = openDatabase({ url: platform.url });
  await closed.close();
  const lines: string[] = [];
  const simulator = startLiveSimulator({
    ...dependencies(),
    db: closed,
    log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
    random: createRandom(1, 'failing'),
    pauseMs: 5,
  });
  await until(() => expect(lines.length).toBeGreaterThan(1));
  await simulator.stop();
});
