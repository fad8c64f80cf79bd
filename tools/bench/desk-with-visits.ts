import { sql } from 'drizzle-orm';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { readDayCurve } from '#lib/server/stays/day-curve.ts';
import { readDayPeaks } from '#lib/server/stays/day-peaks.ts';
import { readRhythms, selectFirstVisits, selectMemberVisits } from '#lib/server/stays/member-visits.ts';
import { readWeekdayHours } from '#lib/server/stays/weekday-hours.ts';
import { listVisitsOfDay } from '#lib/server/visits/list-day.ts';
import { inventMember } from '#lib/testing/members.ts';
import { createTestDesk } from '#lib/testing/test-desk.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { MeasuredReports } from './reports.ts';

// A desk that has recorded visits for three years. Sends over IPC how long its reports take.

const [adminUrl = ''] = process.argv.slice(2);
const days = 3 * 365;
const daysPerStatement = 30;
const visitsPerDay = 500;
const memberCount = 3_000;
const readings = 40;
const scanCount = 150;

process.on('disconnect', () => process.exit(1));

const testDesk = await createTestDesk(adminUrl);
const { desk, clock } = testDesk;
const { db } = desk;
clock.now = Date.now();
const here = await testDesk.openLocation({ timeZone: 'Europe/Berlin', capacity: 150 });
const { location } = here;
await writeMembers();
await writeVisits();
await db.execute(sql`vacuum (analyze) visits`);

const today = dayOf(clock.now, location.timeZone);
const until = (length: number) => ({ from: daysLater(today, 1 - length), until: today });
const of = (length: number) => ({ location, from: new Date(clock.now - length * 86_400_000), to: new Date(clock.now) });
const context = { desk, actor: here.actor };
const accountIds = Array.from({ length: 200 }, (_, index) => `account-${index}`);
const heatMapOf = (length: number) => () => readWeekdayHours(context, until(length));

const firstReading = await timed(heatMapOf(days));
const measured: MeasuredReports = {
  firstReading,
  heatMap: { month: await read(heatMapOf(28)), year: await read(heatMapOf(365)), all: await read(heatMapOf(days)) },
  curve: await read(() => readDayCurve(context, { day: today, weeks: 8 })),
  peaks: await read(() => readDayPeaks(context, until(days))),
  members: await read(() => db.select().from(selectMemberVisits(db, of(31)))),
  firstVisits: await read(() => db.select().from(selectFirstVisits(db, of(31)))),
  rhythms: await read(() => readRhythms(db, { location, accountIds })),
  whoStaysAway: await read(() => readInactive(context, { days: '14' })),
  visitsOfDay: await read(() => listVisitsOfDay(context, { day: daysLater(today, -1), name: '' })),
  visitsOfMonth: await read(() => listVisitsOfDay(context, { day: daysLater(today, -30), until: today, name: '' })),
  scans: { alone: await scan(), besideReports: await scanBesideReports() },
};
await testDesk.close();
process.send?.(measured, () => process.exit());

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function read(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const samplesMs: number[] = [];
  for (let reading = 0; reading < readings; reading += 1) samplesMs.push(await timed(work));
  return samplesMs;
}

async function writeMembers(): Promise<void> {
  await db.execute(sql`
    insert into members (location_id, account_id, first_name, membership_type, search_name, synced_at)
    select ${location.id}::uuid, 'account-' || n, 'Member ' || n, 'PREMIUM', 'member ' || n, now()
    from generate_series(0, ${memberCount - 1}::integer) as n`);
}

/** Most of them in the evening, and one in three without a check-out. */
async function writeVisits(): Promise<void> {
  for (let day = 0; day < days; day += daysPerStatement) {
    const [first, last] = [day, Math.min(day + daysPerStatement, days) - 1];
    await db.execute(sql`
      insert into visits (location_id, tap_id, account_id, kind, state, tapped_at, undo_until, next_attempt_at, recorded_at)
      select ${location.id}::uuid, gen_random_uuid(), account_id, kind, 'sent', at, at, at, at from (
        select 'account-' || floor(random() * ${memberCount}) as account_id, random() as share,
          current_date - ago - 1 + interval '6 hours' + sqrt(random()) * interval '15 hours' as in_at,
          interval '30 minutes' + random() * interval '90 minutes' as stay
        from generate_series(${first}::integer, ${last}::integer) as ago, generate_series(1, ${visitsPerDay}::integer)
      ) as drawn
      cross join lateral (values ('checkIn', in_at), ('checkOut', in_at + stay)) as ends (kind, at)
      where kind = 'checkIn' or share < 0.67`);
  }
}

async function scan(): Promise<number[]> {
  const samplesMs: number[] = [];
  for (let scanned = 0; scanned < scanCount; scanned += 1) {
    const member = inventMember();
    here.platform.members.push(member);
    samplesMs.push(await timed(() => lookUp(context, { ...here.tap(), source: 'scan', value: member.card })));
  }
  return samplesMs;
}

/** The readers have a desk of their own, as another process of it would. */
async function scanBesideReports(): Promise<number[]> {
  const reading = { isOn: true };
  const readers = [1, 2].map(async () => {
    const other = { ...context, desk: testDesk.another() };
    while (reading.isOn) await readWeekdayHours(other, until(days));
  });
  const samplesMs = await scan();
  reading.isOn = false;
  await Promise.all(readers);
  return samplesMs;
}
