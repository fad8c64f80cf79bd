import { and, eq, sql } from 'drizzle-orm';
import { readContracts } from '#lib/server/contracts/read-contracts.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { listVisits } from '#lib/server/members/visits.ts';
import { readDayCurve } from '#lib/server/stays/day-curve.ts';
import { readDayPeaks } from '#lib/server/stays/day-peaks.ts';
import { readRhythms, selectFirstVisits, selectMemberVisits } from '#lib/server/stays/member-visits.ts';
import { readWeekdayHours } from '#lib/server/stays/weekday-hours.ts';
import { listVisitsOfDay } from '#lib/server/visits/list-day.ts';
import { createTestDesk } from '#lib/testing/test-desk.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { timed, timedReadings } from './reading-times.ts';
import type { MeasuredReports } from './reports.ts';
import { scanBeside } from './scan-beside.ts';
import { writeMembers, writeVisits } from './write-visits.ts';

// A desk that has recorded visits for three years. Sends over IPC how long its reports take.

const [adminUrl = ''] = process.argv.slice(2);
const days = 3 * 365;
const memberCount = 3_000;

process.on('disconnect', () => process.exit(1));

const testDesk = await createTestDesk(adminUrl);
const { desk, clock } = testDesk;
const { db } = desk;
clock.now = Date.now();
const here = await testDesk.openLocation({ timeZone: 'Europe/Berlin', capacity: 150 });
const { location } = here;
await writeMembers(db, location.id, memberCount);
await writeVisits(db, { locationId: location.id, days, visitsPerDay: 500, members: memberCount });
await db.execute(sql`vacuum (analyze) visits, members`);

const today = dayOf(clock.now, location.timeZone);
const until = (length: number) => ({ from: daysLater(today, 1 - length), until: today });
const of = (length: number) => ({ location, from: new Date(clock.now - length * 86_400_000), to: new Date(clock.now) });
const context = { desk, actor: here.actor };
const accountIds = Array.from({ length: 200 }, (_, index) => `account-${index}`);
const heatMapOf = (length: number) => () => readWeekdayHours(context, until(length));
const month = { day: daysLater(today, -30), until: today, name: '' };

const firstReading = await timed(heatMapOf(days));
await db.delete(visits).where(and(eq(visits.locationId, location.id), eq(visits.accountId, 'account-1')));
const measured: MeasuredReports = {
  firstReading,
  readingAfterLeaver: await timed(heatMapOf(days)),
  heatMap: {
    month: await timedReadings(heatMapOf(28)),
    year: await timedReadings(heatMapOf(365)),
    all: await timedReadings(heatMapOf(days)),
  },
  curve: await timedReadings(() => readDayCurve(context, { day: today, weeks: 8 })),
  peaks: await timedReadings(() => readDayPeaks(context, until(days))),
  members: await timedReadings(() => db.select().from(selectMemberVisits(db, of(31)))),
  firstVisits: await timedReadings(() => db.select().from(selectFirstVisits(db, of(31)))),
  rhythms: await timedReadings(() => readRhythms(db, { location, accountIds })),
  whoStaysAway: await timedReadings(() => readInactive(context, { days: '14' })),
  contracts: await timedReadings(() => readContracts(context, { within: 30, visits: 2 })),
  visitsOfDay: await timedReadings(() => listVisitsOfDay(context, { day: daysLater(today, -1), name: '' })),
  visitsOfMonth: await timedReadings(() => listVisitsOfDay(context, month)),
  visitsByName: await timedReadings(() => listVisitsOfDay(context, { ...month, how: 'name' })),
  visitsByPhone: await timedReadings(() => listVisitsOfDay(context, { ...month, how: 'phone' })),
  profile: await timedReadings(() => listVisits(context, { accountId: 'account-7' })),
  scans: await scanBeside(testDesk, here, heatMapOf(days)),
};
await testDesk.close();
process.send?.(measured, () => process.exit());
