import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { signInByBadge } from '#lib/server/auth/badge/sign-in-by-badge.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { forgetOldMarks } from '#lib/server/base/forgotten.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { memberRhythmsKnown } from '#lib/server/db/schema/member-rhythms.ts';
import { badgeFailures, signInFailures } from '#lib/server/db/schema/staff.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember, upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { type RunningJobs, startJobs } from '#lib/server/jobs/boss-jobs.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { giveBadge } from '#lib/server/staff/badges.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventCanary, knowsNoMember, leaveTraces, tablesOfMembers, tablesWith } from '#lib/testing/member-traces.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf, knownBrowser } from '#lib/testing/sessions.ts';
import { createTestDesk, type TestDesk, type TestLocation } from '#lib/testing/test-desk.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { forgetMember, pseudonymOf } from './forget-member.ts';
import { readNotesView } from './notes.ts';
import { readForgottenMembers } from './read-forgotten.ts';

let testDesk: TestDesk;
let jobs: RunningJobs;
let desk: DeskContext;
let here: TestLocation;

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  jobs = await startJobs(testDesk.databaseUrl, testDesk.desk.log);
  desk = {
    ...testDesk.desk,
    confirmationQueue: await jobs.open<VisitKey>('confirm-visit', ({ locationId, tapId }) => ({ locationId, tapId })),
  };
});
afterAll(async () => {
  await jobs.stop();
  await testDesk.close();
});
beforeEach(async () => {
  here = await testDesk.openLocation();
  testDesk.clock.now += 60_000;
});

const scan = (value: string, tap = here.tap()) =>
  lookUp({ desk, actor: here.actor }, { ...tap, source: 'scan', value });
const forget = (accountId: string) =>
  desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId }));
async function giveBadgeTo(staffId: string) {
  const digits = '04B0C0A1B2C3D4';
  const badge = { staffId, card: digits, source: 'scan', pin: '270946' } as const;
  expect(await giveBadge(await contextOf(desk, staffId), badge)).toEqual({ kind: 'given' });
  return { digits };
}
const mirrored = async () => (await desk.db.select().from(members)).map(({ accountId }) => accountId);

describe('a forgotten member', () => {
  test('is deleted from all tables of all schemas', async () => {
    const stays = inventCanary();
    const canary = inventCanary();
    await leaveTraces(desk, testDesk.clock, here, stays);
    await leaveTraces(desk, testDesk.clock, here, canary);
    await here.platform.stop();
    await lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: canary.card });
    await here.platform.start();
    const ofOther = await tablesWith(desk.db, stays.traces);
    const holding = await tablesWith(desk.db, canary.traces);
    const known = ['audit_log', 'cards', 'elsewhere_events', 'members', 'member_leases', 'staff_locations'];
    known.push('admissions', 'member_messages', 'member_notes', 'photos');
    known.push('badge_failures', 'migration_rows', 'taps', 'task_changes', 'tasks', 'visits', 'webhook_inbox');
    expect(holding).toEqual(expect.arrayContaining(known));
    await forget(canary.member.account.accountId);
    expect(await tablesWith(desk.db, canary.traces)).toEqual([]);
    // failed attempts with all cards but badges are deleted: their digests depend on the reader, and match no single member
    expect(await tablesWith(desk.db, stays.traces)).toEqual(ofOther.filter((table) => table !== 'badge_failures'));
    expect(await tablesWith(desk.db, [here.location.id])).toContainEqual(expect.stringMatching(/^pgboss\./));
  });

  test('has one pseudonym in all rows of the audit log', async () => {
    const canary = inventCanary();
    await leaveTraces(desk, testDesk.clock, here, canary);
    const { accountId } = canary.member.account;
    // the member has left meanwhile
    testDesk.clock.now += dayMs;
    await admitAnyway({ desk, actor: here.actor }, { ...here.tap(), accountId, reason: 'twice' });
    await forget(accountId);
    const rows = await desk.db.select().from(auditLog).where(sql`location_id = ${here.location.id}`);
    const expected = { accountId: pseudonymOf(accountId, desk.secret), staffId: here.actor.staffId, reason: null };
    expect(rows).toMatchObject([
      { action: 'admitAnyway', ...expected },
      { action: 'admitAnyway', ...expected },
    ]);
    expect(pseudonymOf(accountId, 'another-secret-of-thirty-two-characters')).not.toBe(expected.accountId);
  });

  test('is reported as forgotten to a page that missed the event, at this location only', async () => {
    const canary = inventCanary();
    await leaveTraces(desk, testDesk.clock, here, canary);
    const { accountId } = canary.member.account;
    const reported = async ({ actor }: TestLocation) =>
      (await readNotesView({ desk, actor }, { accountId })).wasForgotten;
    const toldOf = ({ actor }: TestLocation) =>
      readForgottenMembers({ desk, actor }, { accountId: [accountId, inventMember().account.accountId] });
    expect(await reported(here)).toBe(false);
    expect(await toldOf(here)).toEqual([]);
    await forget(accountId);
    expect(await reported(here)).toBe(true);
    expect(await toldOf(here)).toEqual([{ accountId, at: new Date(testDesk.clock.now).toISOString() }]);
    const elsewhere = await testDesk.openLocation();
    expect(await reported(elsewhere)).toBe(false);
    expect(await toldOf(elsewhere)).toEqual([]);
  });

  test('loses what staff typed about visits of their card before it was known whose it is', async () => {
    const canary = inventCanary();
    await leaveTraces(desk, testDesk.clock, here, canary);
    const ofNobody = and(eq(visits.locationId, here.location.id), isNull(visits.accountId));
    const unresolved = await desk.db.select({ tapId: visits.tapId }).from(visits).where(ofNobody);
    expect(unresolved.length).toBeGreaterThan(0);
    const entry = { locationId: here.location.id, staffId: here.actor.staffId, action: 'settleVisit' } as const;
    for (const { tapId } of unresolved)
      await writeAudit(desk.db, desk, { ...entry, tapId, reason: 'the old card of Jan' });
    await forget(canary.member.account.accountId);
    const left = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'settleVisit'));
    const reasons = (await desk.db.select().from(auditLog).where(left)).map(({ reason }) => reason);
    expect(reasons).toEqual(unresolved.map(() => null));
  });

  test('loses the failed PIN attempts with their cards, however those were read; attempts with badges stay counted', async () => {
    const lena = inventMember();
    const { digits } = await giveBadgeTo(here.actor.staffId);
    const tryAs = (card: string, source: 'scan' | 'typed' = 'scan', locationId?: string) =>
      signInByBadge(desk, {
        card,
        source,
        pin: '0000',
        locationId,
        browser: { ...knownBrowser, deviceId: randomUUID() },
      });
    const backwards = { ...defaultReaderProfile, byteOrder: 'reversed' } as const;
    const there = await testDesk.openLocation({ readerProfiles: [backwards] });
    await tryAs(lena.card);
    await tryAs(lena.card, 'scan', there.location.id);
    await tryAs(lena.account.membership?.barcode ?? '', 'typed');
    await tryAs(digits);
    const counted = async () => [
      (await desk.db.select().from(badgeFailures)).length,
      (await desk.db.select({ digest: signInFailures.digest }).from(signInFailures)).length,
    ];
    const [cards = 0, attempts = 0] = await counted();
    expect(cards).toBeGreaterThanOrEqual(4);
    await forget(lena.account.accountId);
    expect(await counted()).toEqual([1, attempts - (cards - 1)]);
  });

  test('leaves the answers about the former holder of their card', async () => {
    const [former, holder] = [inventMember(), inventMember()];
    here.platform.members.push(former, holder);
    await scan(former.card);
    former.rfids = [];
    holder.rfids = [former.card];
    await scan(former.card);
    const answersAbout = (accountId: string) =>
      desk.db.$count(taps, sql`${taps.answer} ->> 'accountId' = ${accountId}`);
    await forget(holder.account.accountId);
    expect(await answersAbout(holder.account.accountId)).toBe(0);
    expect(await answersAbout(former.account.accountId)).toBe(1);
  });

  test('of whom no scan is known leaves all answers that name nobody', async () => {
    await scan('0x04A2FFFE');
    const answers = () => desk.db.$count(taps, eq(taps.locationId, here.location.id));
    expect(await answers()).toBe(1);
    await forget(inventMember().account.accountId);
    expect(await answers()).toBe(1);
  });

  test('is kept at other locations', async () => {
    const canary = inventCanary();
    await leaveTraces(desk, testDesk.clock, here, canary);
    here = await testDesk.openLocation();
    await forget(canary.member.account.accountId);
    expect(await mirrored()).toContain(canary.member.account.accountId);
    expect(await tablesWith(desk.db, [canary.canary])).toContain('visits');
  });

  test('is not present any more, and their waiting visits are not sent', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
    await forget(lena.account.accountId);
    expect((await readPresence({ desk, actor: here.actor })).entries).toEqual([]);
    await here.pass(60_000);
    expect(here.platform.visits.size).toBe(0);
  });
});

test('every table has no data about members, or is covered by these traces', async () => {
  const canary = inventCanary();
  await leaveTraces(desk, testDesk.clock, here, canary);
  const holding = await tablesWith(desk.db, canary.traces);
  const { rows } = await desk.db.execute<{ table: string }>(
    sql`select table_name as table from information_schema.tables where table_schema = 'public'`,
  );
  const unclear = rows.map(({ table }) => table).filter((table) => !holding.includes(table));
  expect(unclear.sort()).toEqual(knowsNoMember);
});

test('no foreign key refers to the mirrored members: deleting such a row cascades to nothing that staff wrote', async () => {
  expect(await tablesOfMembers(desk.db)).toEqual([]);
});

describe('a request from before a member was forgotten', () => {
  test('does not restore them in the mirror; a later one does', async () => {
    const lena = inventMember();
    const { accountId } = lena.account;
    const askedAt = new Date(testDesk.clock.now);
    await forget(accountId);
    const member = memberOf(lena.account);
    expect(
      await upsertMember(desk.db, {
        locationId: here.location.id,
        member,
        card: { kind: 'rfid', value: lena.card },
        askedAt,
      }),
    ).toBe(false);
    const omar = memberOf(inventMember().account);
    await upsertMembers(desk.db, { locationId: here.location.id, members: [member, omar], askedAt });
    expect(await mirrored()).not.toContain(accountId);
    expect(await mirrored()).toContain(omar.accountId);
    expect(
      await upsertMember(desk.db, { locationId: here.location.id, member, askedAt: new Date(testDesk.clock.now + 1) }),
    ).toBe(true);
    expect(await mirrored()).toContain(accountId);
  });

  test('does not restore them with a page of the mirror that was in flight', async () => {
    const { account } = inventMember();
    let forgetting: Promise<void> | undefined;
    const held = holdAnswer();
    here.platform.fault = () => {
      forgetting ??= forget(account.accountId).then(held.release);
      const page = { offset: 0, limit: 100, items: [account], total: 1, hasNext: false };
      return { status: 200, body: page, after: held.promise };
    };
    await mirrorDirectory({ desk: testDesk.desk, actor: here.actor });
    await forgetting;
    expect(here.platform.count('/api/v2/accounts')).toBe(1);
    expect(await mirrored()).not.toContain(account.accountId);
  });

  test('records no visit: a scan whose look-up was in flight finds no member', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const { platform } = here;
    let forgetting: Promise<void> | undefined;
    const held = holdAnswer();
    platform.fault = ({ path }) => {
      if (!path.includes('/rfid/')) return null;
      forgetting ??= forget(lena.account.accountId).then(held.release);
      return { status: 200, body: lena.account, after: held.promise };
    };
    expect(await scan(lena.card)).toMatchObject({ kind: 'unknown' });
    await forgetting;
    expect(await tablesWith(desk.db, [lena.account.accountId, `Lena ${lena.account.lastName}`])).toEqual([]);
  });

  test('records no earlier visit, also while the platform is unreachable', async () => {
    const lena = inventMember();
    const { accountId } = lena.account;
    const tap = here.tap();
    await forget(accountId);
    testDesk.clock.now += 60_000;
    await here.platform.stop();
    const late = { ...tap, sentAt: testDesk.clock.now, accountId };
    await expect(checkIn({ desk, actor: here.actor }, late)).rejects.toMatchObject({ code: 'notFound' });
    expect(await tablesWith(desk.db, [accountId])).toEqual([]);
  });

  test('is recognised for some months, not forever', async () => {
    const lena = inventMember();
    const askedAt = new Date(testDesk.clock.now);
    await forget(lena.account.accountId);
    const days = (n: number) => testDesk.clock.now + n * 24 * 3_600_000;
    await forgetOldMarks(desk.db, days(99));
    expect(await upsertMember(desk.db, { locationId: here.location.id, member: memberOf(lena.account), askedAt })).toBe(
      false,
    );
    await forgetOldMarks(desk.db, days(101));
    expect(await upsertMember(desk.db, { locationId: here.location.id, member: memberOf(lena.account), askedAt })).toBe(
      true,
    );
  });
});

describe('while a page of the mirror is being stored', () => {
  test('forgetting a member waits for it', async () => {
    await using race = await startRace();
    await race.run(() => race.untilBothWait());
    expect(await race.remembered()).toBe(false);
  });

  test('control: without the lock, the member is restored', async () => {
    await using race = await startRace({ breakTurns: true });
    await race.run((forgetting) => forgetting);
    expect(await race.remembered()).toBe(true);
  });
});

/** Stores a page slowly, and forgets a member of the page meanwhile. */
async function startRace({ breakTurns = false } = {}) {
  const raceDesk = await createTestDesk(inject('adminDatabaseUrl'));
  const { location } = await raceDesk.openLocation();
  if (breakTurns) await raceDesk.breakAdvisoryLocks();
  const goOn = await raceDesk.holdInserts('members');
  const writer = raceDesk.another();
  const eraser = raceDesk.another();
  const member = memberOf(inventMember().account);
  const isWriting = async () => {
    const { rows } = await eraser.db.execute(
      sql`select from pg_stat_activity
           where datname = current_database() and state = 'active' and query ilike 'insert into "members"%'`,
    );
    return rows.length > 0;
  };
  return {
    run: async (isTimeToGoOn: (forgetting: Promise<void>) => Promise<void>) => {
      const writing = upsertMembers(writer.db, {
        locationId: location.id,
        members: [member],
        askedAt: new Date(raceDesk.clock.now),
      });
      await until(async () => expect(await isWriting()).toBe(true));
      const forgetting = eraser.db.transaction(async (tx) => {
        await forgetMember(tx, eraser, { locationId: location.id, accountId: member.accountId });
      });
      await isTimeToGoOn(forgetting);
      await goOn();
      await Promise.all([writing, forgetting]);
    },
    /** The page for its insert, and the forgetting for the page. */
    untilBothWait: () => until(async () => expect(await countWaiting(raceDesk.desk.db)).toBe(2)),
    remembered: async () => (await writer.db.select().from(members)).length > 0,
    [Symbol.asyncDispose]: () => raceDesk.close(),
  };
}

test('somebody who came for years, and last months ago, is forgotten without reading their visits once for each of them', async () => {
  const locationId = here.location.id;
  const count = 400;
  await desk.db.execute(sql`
    insert into visits (location_id, tap_id, account_id, kind, state, tapped_at, undo_until, next_attempt_at, recorded_at)
    select ${locationId}::uuid, gen_random_uuid(), 'leaver', case when i % 2 = 0 then 'checkIn' else 'checkOut' end, 'sent',
      now() - interval '150 days' - i * interval '1 day', now(), now(), now()
    from generate_series(1, ${count}::int) as i order by (i * 37) % ${count}`);
  await desk.db.insert(memberRhythmsKnown).values({ locationId, before: new Date(Date.now() - 5 * dayMs) });
  const rowsRead = await desk.db.transaction(async (tx) => {
    await forgetMember(tx, desk, { locationId, accountId: 'leaver' });
    const { rows } = await tx.execute<{ rowsRead: number }>(sql`
      select sum(pg_stat_get_xact_tuples_returned(part))::int as "rowsRead"
      from (select 'visits'::regclass::oid union all select indexrelid from pg_index where indrelid = 'visits'::regclass) as parts (part)`);
    return rows[0]?.rowsRead;
  });
  expect(await desk.db.$count(visits, eq(visits.locationId, locationId))).toBe(0);
  expect(rowsRead).toBeGreaterThan(0);
  expect(rowsRead).toBeLessThan(20 * count);
});
