import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beginAdmission } from '#lib/server/admissions/keep-admission.ts';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { badgeDigest } from '#lib/server/auth/badge/card-of-badge.ts';
import { signInByBadge } from '#lib/server/auth/badge/sign-in-by-badge.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { memberRhythms } from '#lib/server/db/schema/member-rhythms.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { recordTaskChange } from '#lib/server/tasks/record-change.ts';
import type { FakeMember } from './fake-platform.ts';
import { writeAboutMember } from './kept-of-members.ts';
import { knownBrowser } from './sessions.ts';
import { type TestDesk, type TestLocation, testSecret } from './test-desk.ts';

/** Tables without data of members. A new table is either listed here, or gets a row of the member in `leaveTraces`. */
export const knowsNoMember = [
  'badge_keys',
  'desk_migrations',
  'directory_syncs',
  'export_orders',
  'export_pauses',
  'forgotten_members',
  'key_buckets',
  'legacy_connectivity',
  'location_work',
  'locations',
  'member_rhythms_known',
  'message_sendings',
  'migration_runs',
  'opt_out_checks',
  'opt_out_runs',
  'opted_out_members',
  'pass_issuers',
  'platform_status',
  'set_up_links',
  'sign_in_failures',
  'sign_in_links',
  'staff',
  'staff_badges',
  'staff_passkeys',
  'staff_sessions',
  'task_syncs',
  'training_days',
  'training_pulls',
  'unreadable_lists',
  'used_challenges',
  'visit_hours',
  'waived_steps',
  'webhook_registrations',
  'weekly_metrics',
];

/** A member all of whose texts are unique, so that a search finds each copy. */
export function inventCanary() {
  const canary = `canary${randomUUID().replaceAll('-', '')}`;
  const card = `0x${randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`;
  const otherCard = `0x${randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`;
  const member: FakeMember = {
    account: {
      accountId: `account-${canary}`,
      email: `${canary}@example.com`,
      firstName: `First${canary}`,
      lastName: `Last${canary}`,
      membership: {
        membershipId: `M-${canary}`,
        membershipType: 'CORPORATE_FITNESS',
        barcode: `B-${canary}`,
      },
    },
    rfids: [card, otherCard],
    passes: [`P-${canary}`],
    admission: { refusal: 'corporateFitnessMembershipExpired' },
  };
  const digits = [card, otherCard].flatMap((rfid) => [
    rfid.slice(2),
    rfid
      .slice(2)
      .match(/.{1,4}/g)
      ?.join(' ') ?? '',
  ]);
  const legacyUserId = randomInt(10 ** 14, 2 ** 47);
  const badgeTries = [card, otherCard].map((rfid) => badgeDigest(testSecret, rfid));
  const traces = [canary, String(legacyUserId), ...digits, ...badgeTries];
  return { member, card, otherCard, canary, legacyUserId, traces };
}

/** Does everything that stores data of a member at the desk. */
export async function leaveTraces(
  desk: DeskContext,
  clock: TestDesk['clock'],
  here: TestLocation,
  { member, card, otherCard, canary, legacyUserId }: ReturnType<typeof inventCanary>,
): Promise<void> {
  const scan = (value: string) => lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
  const { accountId } = member.account;
  here.platform.members.push(member);
  await scan(card);
  await scan(otherCard);
  await scan(`P-${canary}`);
  await admitAnyway({ desk, actor: here.actor }, { ...here.tap(), accountId, reason: `${canary} showed a letter` });
  clock.now += 120_000;
  await checkOut({ desk, actor: here.actor }, { ...here.tap(), accountId });
  here.platform.fault = () => ({ status: 500, body: {} });
  // a scan whose member is not known yet
  await desk.db.execute(sql`delete from cards where value = ${otherCard}`);
  await scan(otherCard);
  here.platform.fault = () => null;
  const now = new Date(clock.now);
  const membershipId = member.account.membership?.membershipId ?? null;
  const about = { accountId, membershipId, tapId: randomUUID(), arrivedAt: now } as const;
  const admission = { ...about, occasion: 'counter', foundAt: now } as const;
  const begun = await beginAdmission({ desk, actor: here.actor }, admission);
  if (begun.kind === 'toAsk') await begun.settle({ kind: 'granted', isFirst: true });
  await upsertMember(desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    card: { kind: 'rfid', value: otherCard },
    askedAt: new Date(clock.now),
  });
  const event = { locationId: here.location.id, accountId, kind: 'checkIn', at: new Date(clock.now) } as const;
  await desk.db.insert(elsewhereEvents).values(event);
  await desk.db.update(staffLocations).set({ accountId }).where(sql`staff_id = ${here.actor.staffId}`);
  await setTask(desk, clock, here, accountId, `Call ${canary}`);
  await desk.db.insert(webhookInbox).values({
    locationId: here.location.id,
    digest: randomUUID(),
    type: 'GYM_CHECKIN',
    accountId,
    at: event.at,
    receivedAt: event.at,
    nextAttemptAt: event.at,
  });
  await writeAboutMember(desk.db, { locationId: here.location.id, accountId, staffId: here.actor.staffId });
  const workout = { dataSet: 'workouts', at: event.at, subject: 'LEG_PRESS', walk: 1 } as const;
  await desk.db.insert(trainings).values({ locationId: here.location.id, accountId, ...workout });
  await desk.db.insert(memberRhythms).values({ locationId: here.location.id, accountId, lastAt: event.at });
  const lease = { locationId: here.location.id, accountId, leaseId: randomUUID(), leaseEndsAt: new Date(clock.now) };
  await desk.db.insert(memberLeases).values(lease);
  const badge = { card, source: 'scan', pin: '0000', locationId: here.location.id } as const;
  await signInByBadge(desk, { ...badge, browser: { ...knownBrowser, deviceId: randomUUID() } });
  const run = { locationId: here.location.id, id: randomUUID(), startedAt: event.at, nextAttemptAt: event.at };
  await desk.db.insert(migrationRuns).values({ ...run, state: 'finished' });
  const row = { locationId: run.locationId, runId: run.id, nextAttemptAt: event.at };
  await desk.db.insert(migrationRows).values([
    { ...row, line: 1, state: 'migrated', legacyUserId, accountId },
    // a later row of the same person, which is not processed yet
    { ...row, line: 2, state: 'waiting', legacyUserId },
  ]);
}

const setTask = (desk: DeskContext, clock: TestDesk['clock'], here: TestLocation, accountId: string, name: string) =>
  recordTaskChange(
    { desk, actor: here.actor },
    {
      change: {
        kind: 'create',
        changeId: randomUUID(),
        locationId: here.location.id,
        staffId: here.actor.staffId,
        at: clock.now,
        sentAt: clock.now,
        accountId,
        what: { name, type: 'GENERAL' },
        dueDate: '2026-11-30',
      },
      nameOfTemplate: () => '',
    },
  );

/** The tables of all schemas that contain one of the texts. */
export async function tablesWith(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ schema: string; table: string }>(
    sql`select table_schema as schema, table_name as table from information_schema.tables
         where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, table } of tables) {
    const name = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${name} t`);
    const holds = rows.some(({ row }) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase())));
    if (holds) found.push(schema === 'public' ? table : `${schema}.${table}`);
  }
  return found;
}

/** Tables with a foreign key to `members`, the mirror. */
export async function tablesOfMembers(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ table: string }>(
    sql`select conrelid::regclass::text as table from pg_constraint
         where contype = 'f' and confrelid = 'members'::regclass`,
  );
  return rows.map(({ table }) => table);
}
