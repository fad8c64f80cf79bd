import { and, eq, sql } from 'drizzle-orm';
import { requireLocation } from '#lib/server/base/locations.ts';
import { readContracts } from '#lib/server/contracts/read-contracts.ts';
import { visitHours } from '#lib/server/db/schema/visit-hours.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { listVisits } from '#lib/server/members/visits.ts';
import { readDayCurve } from '#lib/server/stays/day-curve.ts';
import { readDayPeaks } from '#lib/server/stays/day-peaks.ts';
import { readRhythms, selectFirstVisits, selectMemberVisits } from '#lib/server/stays/member-visits.ts';
import { storeSomeHours } from '#lib/server/stays/stored-hours.ts';
import { readWeekdayHours } from '#lib/server/stays/weekday-hours.ts';
import { readAssessmentsDue } from '#lib/server/training/assessments-due.ts';
import { storeSomeTrainingDays } from '#lib/server/training/training-days.ts';
import { readUseOfMachines } from '#lib/server/training/use-of-machines.ts';
import { listVisitsOfDay } from '#lib/server/visits/list-day.ts';
import { createTestDesk } from '#lib/testing/test-desk.ts';
import { mostRecipients } from '#lib/wire/messages.ts';
import { mostDueShown } from '#lib/wire/training-report.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { timed, timedReadings } from './reading-times.ts';
import type { MeasuredReports } from './reports.ts';
import { scanBeside } from './scan-beside.ts';
import { writeMembers, writeVisits, writeWorkouts } from './write-visits.ts';

// A desk that has recorded visits for three years. Sends over IPC how long its reports take.

const [adminUrl = ''] = process.argv.slice(2);
const days = 3 * 365;
const memberCount = 3_000;

process.on('disconnect', () => process.exit(1));

const testDesk = await createTestDesk(adminUrl);
const { desk, clock } = testDesk;
const { db } = desk;
clock.now = Date.now();
const opened = await testDesk.openLocation({ timeZone: 'Europe/Berlin', capacity: 150 });
const change = { exportUrl: 'https://export.example', exportKey: 'key' };
await setLocation(desk, { locationId: opened.location.id, change, by: null });
const location = await requireLocation(db, opened.location.id);
const here = { ...opened, location, actor: { ...opened.actor, location } };
await writeMembers(db, location.id, memberCount);
await writeVisits(db, { locationId: location.id, days, visitsPerDay: 500, members: memberCount });
await writeWorkouts(db, { location, days: 366, peoplePerDay: 400, members: memberCount });
// of a day the platform was away; and some of a month it did not accept
const untilNow = sql`tapped_at > current_date - 32`;
await db.execute(sql`update visits set state = 'waiting' where tapped_at > current_date - 1`);
await db.execute(sql`update visits set state = 'refused' where ${untilNow} and state = 'sent' and random() < 0.01`);
await db.execute(sql`vacuum (analyze) visits, members, trainings`);

const today = dayOf(clock.now, location.timeZone);
const until = (length: number) => ({ from: daysLater(today, 1 - length), until: today });
const of = (length: number) => ({ location, from: new Date(clock.now - length * 86_400_000), to: new Date(clock.now) });
const context = { desk, actor: here.actor };
const rhythmsOf = Array.from({ length: 200 }, (_, index) => ({
  accountId: `account-${index}`,
  lastAt: new Date(clock.now),
}));
const heatMapOf = (length: number) => () => readWeekdayHours(context, until(length));
const month = { day: daysLater(today, -30), until: today, name: '' };

const untilDone = async (work: () => Promise<boolean>) => {
  while (await work());
};
const countHours = () => timed(() => untilDone(() => storeSomeHours(desk, location)));
const forget = (accountId: string) =>
  db.delete(visits).where(and(eq(visits.locationId, location.id), eq(visits.accountId, accountId)));

const uncountedReading = await timed(heatMapOf(days));
await db.delete(visitHours);
const counting = await countHours();
const firstReading = await timed(heatMapOf(days));
await forget('account-1');
const readingAfterLeaver = await timed(heatMapOf(days));
await forget('account-2');
const countingAfterLeaver = await countHours();
const firstReadingAfterLeaver = await timed(heatMapOf(days));

const training = (length: number) => () => readUseOfMachines(context, until(length));
const uncountedTraining = await timed(training(182));
const countingTraining = await timed(() => untilDone(() => storeSomeTrainingDays(desk, location)));

const measured: MeasuredReports = {
  uncountedReading,
  counting,
  firstReading,
  readingAfterLeaver,
  countingAfterLeaver,
  firstReadingAfterLeaver,
  uncountedTraining,
  countingTraining,
  training: {
    month: await timedReadings(training(28)),
    halfYear: await timedReadings(training(182)),
    year: await timedReadings(training(365)),
  },
  assessments: await timedReadings(() => readAssessmentsDue(context, { weeks: 12, limit: mostDueShown })),
  heatMap: {
    month: await timedReadings(heatMapOf(28)),
    year: await timedReadings(heatMapOf(365)),
    all: await timedReadings(heatMapOf(days)),
  },
  curve: await timedReadings(() => readDayCurve(context, { day: today, weeks: 8 })),
  peaks: await timedReadings(() => readDayPeaks(context, until(days))),
  members: await timedReadings(() => db.select().from(selectMemberVisits(db, of(31)))),
  firstVisits: await timedReadings(() => db.select().from(selectFirstVisits(db, of(31)))),
  rhythms: await timedReadings(() => readRhythms(db, { location, members: rhythmsOf })),
  whoStaysAway: await timedReadings(() => readInactive(context, { days: '14', limit: mostRecipients })),
  contracts: await timedReadings(() => readContracts(context, { within: 30, visits: 2 })),
  visitsOfDay: await timedReadings(() => listVisitsOfDay(context, { day: daysLater(today, -1), name: '' })),
  visitsOfMonth: await timedReadings(() => listVisitsOfDay(context, month)),
  visitsByName: await timedReadings(() => listVisitsOfDay(context, { ...month, how: 'name' })),
  visitsByPhone: await timedReadings(() => listVisitsOfDay(context, { ...month, how: 'phone' })),
  visitsWaiting: await timedReadings(() => listVisitsOfDay(context, { ...month, state: 'waiting' })),
  visitsKept: await timedReadings(() => listVisitsOfDay(context, { ...month, state: 'kept' })),
  profile: await timedReadings(() => listVisits(context, { accountId: 'account-7' })),
  scans: await scanBeside(testDesk, here, heatMapOf(days)),
};
await testDesk.close();
process.send?.(measured, () => process.exit());
