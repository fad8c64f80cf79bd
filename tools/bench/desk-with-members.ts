import { sql } from 'drizzle-orm';
import { readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { readContracts } from '#lib/server/contracts/read-contracts.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { storeSomeRhythms } from '#lib/server/stays/stored-rhythms.ts';
import { createTestDesk } from '#lib/testing/test-desk.ts';
import { mostRecipients } from '#lib/wire/messages.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import type { MeasuredLists } from './large-gym-reports.ts';
import { timed, timedReadings } from './reading-times.ts';
import { scanBeside } from './scan-beside.ts';
import { writeMembers, writeVisits } from './write-visits.ts';

// A desk of a large gym, with the visits of the last months. Sends over IPC how long the reports take that are about its members.

const [adminUrl = '', memberCount = '', comingCount = '', visitsPerDay = '', admissionCount = ''] =
  process.argv.slice(2);
const days = 130;

process.on('disconnect', () => process.exit(1));

const testDesk = await createTestDesk(adminUrl);
const { desk, clock } = testDesk;
const { db } = desk;
clock.now = Date.now();
const here = await testDesk.openLocation({ timeZone: 'Europe/Berlin' });
const { location } = here;
const locationId = location.id;
await writeMembers(db, locationId, Number(memberCount));
await writeVisits(db, { locationId, days, visitsPerDay: Number(visitsPerDay), members: Number(comingCount) });
const month = dayOf(clock.now - days * 43_200_000, location.timeZone).slice(0, 'yyyy-MM'.length);
await writeAdmissions();
await db.execute(sql`vacuum (analyze) visits, members, admissions, refusals`);

const context = { desk, actor: here.actor };
const contracts = () => readContracts(context, { within: 90, visits: 1 });
const away = () => readInactive(context, { days: '14', limit: mostRecipients });
const uncounted = await timed(away);
const countingVisits = await timed(async () => {
  while (await storeSomeRhythms(desk, location));
});
const measured: MeasuredLists = {
  uncounted,
  countingVisits,
  contracts: await timedReadings(contracts),
  whoStaysAway: await timedReadings(away),
  statement: await timedReadings(() => readCorporateStatement(context, { month })),
  scans: await scanBeside(testDesk, here, contracts),
};
await testDesk.close();
process.send?.(measured, () => process.exit());

/** Of visits of a month; one member in thirty was refused, and let in by somebody. */
async function writeAdmissions(): Promise<void> {
  await db.execute(sql`
    with visited as (
      select * from visits where location_id = ${locationId} and kind = 'checkIn' and tapped_at >= ${`${month}-02`}::date
      order by tapped_at limit ${Number(admissionCount)}::integer
    ), refused as (
      insert into refusals (location_id, tap_id, account_id, reason, at, recorded_at, visit_tap_id, admitted_by)
      select location_id, gen_random_uuid(), account_id, 'corporateMembershipEnded', tapped_at, tapped_at, tap_id, ${here.actor.staffId}::uuid
      from visited where random() < 0.03
    )
    insert into admissions (location_id, admission_id, account_id, tap_id, occasion, at, is_first)
    select location_id, gen_random_uuid(), account_id, tap_id, 'counter', tapped_at, random() < 0.1 from visited`);
}
