import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { monthOf } from '#lib/wire/time/month.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { seed } from '#shared/testing/seed.ts';
import { setUpDeskAtPlatform } from '#tools/testing/desk-at-platform.ts';

const { testDesk, platform, openGym, loseAnswerOf } = setUpDeskAtPlatform();

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(
    ...(['scan', 'scan', 'scan', 'scanTwice', 'leave', 'undo'] as const),
    ...(['whileAway', 'loseAnswer', 'loseVisit'] as const),
  ),
  afterMin: fc.oneof(fc.nat(5), fc.integer({ min: 60, max: 30 * 60 })),
});
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The third one is refused at first. The last one is scanned at the end only. */
const starts = ['2026-01-01', '2026-01-01', '2026-12-01', '2026-01-01'];

test.each([
  ['own', 50],
  ['other', 20],
] as const)('over random days, a statement equals the log of the platform: %s dialect', async (way, stepCount) => {
  const { desk, clock } = testDesk;
  const here = await openGym(way, { isInCorporateNetwork: true });
  const { timeZone } = here.location;
  const first = clock.now;
  const people: { accountId: string; rfid: string }[] = [];
  for (const startsOn of starts) {
    const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn }));
    const accountId = await here.enrol({ membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } });
    const rfid = `0x${crypto.randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`;
    await here.gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid } });
    people.push({ accountId, rfid });
  }
  await here.readMembers();
  const loseNext = () => loseAnswerOf(({ method, url }) => method === 'POST' && url.endsWith('/admissions'));
  let tapId: string | null = null;

  async function act({ who, what }: Step): Promise<void> {
    const { accountId, rfid } = people[who] ?? { accountId: '', rfid: '' };
    const tap = here.tap();
    const scan = (actor = here.actor) => lookUp({ desk, actor }, { ...tap, source: 'scan', value: rfid });
    if (what === 'loseAnswer') loseNext();
    switch (what) {
      case 'loseAnswer':
      case 'scan':
        await scan();
        break;
      case 'scanTwice':
        await Promise.all([scan(), scan()]);
        await scan();
        break;
      case 'loseVisit':
        await scan();
        for (const table of [visits, taps]) await desk.db.delete(table).where(eq(table.tapId, tap.tapId));
        await scan();
        break;
      case 'whileAway':
        await scan(here.whileAway);
        break;
      case 'leave':
        await checkOut({ desk, actor: here.actor }, { ...tap, accountId });
        break;
      case 'undo':
        // of a refused scan, there is nothing to undo
        if (tapId) await undo({ desk, actor: here.actor }, { tapId }).catch(() => null);
        break;
    }
    tapId = tap.tapId;
  }

  for (const one of fc.sample(step, { seed, numRuns: stepCount })) {
    await act(one);
    await here.pass(one.afterMin * 60_000);
  }
  // also takes the loss that a scan without a request has left
  await act({ who: 3, what: 'loseAnswer', afterMin: 0 });

  const logged = await platform.rows<{ account: string; at: Date }>(
    'SELECT account_id AS account, admitted_at AS at FROM admissions WHERE gym_id = $1 ORDER BY admitted_at',
    [here.gym.gymId],
  );
  const months = new Set([first, clock.now].map((at) => monthOf(dayOf(at, timeZone))));
  const statements = await Promise.all(
    [...months].map((month) => readCorporateStatement({ desk, actor: here.actor }, { month })),
  );
  const days = statements.flatMap((statement) => statement.days);
  const atDesk = days.flatMap(({ day, each }) =>
    each.map(({ accountId, granted, unanswered }) => [day, accountId, granted + unanswered]),
  );
  const atPlatform = Map.groupBy(logged, ({ account, at }) => `${dayOf(at.getTime(), timeZone)} ${account}`);
  expect(atDesk.toSorted()).toEqual([...atPlatform].map(([key, rows]) => [...key.split(' '), rows.length]).toSorted());
  const sumOf = (name: 'granted' | 'firsts' | 'unanswered') => days.reduce((sum, day) => sum + day[name], 0);
  expect(sumOf('granted')).toBeGreaterThan(stepCount / 5);
  if (way === 'other') return;
  // the days have every kind: over the end of a month, more than one, lost answers, firsts
  expect(months.size).toBe(2);
  expect(sumOf('unanswered')).toBeGreaterThan(1);
  expect(sumOf('firsts')).toBeGreaterThan(1);
});
