import { randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '#lib/server/actions/served-reads.ts';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import { authorise } from '#lib/server/auth/load-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { forgetWithEntry } from '#lib/server/members/forget-member.ts';
import { insertNumbered } from '#lib/testing/insert-numbered.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { LogEntry, LogFilter, LogKind } from '#lib/wire/audit-log.ts';
import { logQuery, readLog, selectEntries } from './read-log.ts';
import { writeLog } from './write-log.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

type Entry = Partial<typeof auditLog.$inferInsert>;

const entryOf = (fields: Entry) => ({
  id: randomUUID(),
  locationId: here.location.id,
  at: new Date('2026-11-21T08:00:00Z'),
  action: 'signOut' as const,
  staffId: here.actor.staffId,
  ...fields,
});
const write = (...entries: Entry[]) => testDesk.desk.db.insert(auditLog).values(entries.map(entryOf));
const context = (place: TestLocation = here) => ({ desk: testDesk.desk, actor: place.actor });
const read = (filter: LogFilter & { after?: string | undefined } = {}, place = here) => readLog(context(place), filter);
const reasons = ({ entries }: { entries: LogEntry[] }) => entries.map(({ details }) => details[0]?.text);

const hire = (name: string) =>
  insertStaff(testDesk.desk.db, testDesk.desk, {
    email: `${randomUUID()}@example.com`,
    name,
    role: 'reception',
    passwordHash: null,
    locationIds: [here.location.id],
  });

async function enrol(firstName: string, lastName: string): Promise<string> {
  const { account } = inventMember();
  const member = memberOf({ ...account, firstName, lastName });
  await upsertMember(testDesk.desk.db, { locationId: here.location.id, member, askedAt: new Date(testDesk.clock.now) });
  return account.accountId;
}

describe('the log of a gym', () => {
  test('is newest first, with person, member, and the facts of each entry', async () => {
    const accountId = await enrol('Zoë', 'Müller');
    await write(
      { action: 'signInFailed', reason: 'password', clientAddress: '192.0.2.7' },
      {
        action: 'setStaffLocations',
        reason: `${here.actor.staffId} removed`,
        at: new Date('2026-11-21T08:30:00Z'),
      },
      {
        action: 'admitAnyway',
        accountId,
        at: new Date('2026-11-21T09:00:00Z'),
        reason: 'Renews on Monday.',
        cause: 'corporateMembershipEnded',
      },
      {
        action: 'setRole',
        staffId: null,
        reason: `${here.actor.staffId} reception → manager`,
        at: new Date('2026-11-21T10:00:00Z'),
      },
      {
        action: 'editMember',
        accountId: 'elsewhere',
        reason: 'firstName, contact.phone (not confirmed)',
        at: new Date(0),
      },
    );
    const { entries, people, next } = await read();
    expect(entries).toMatchObject([
      {
        action: 'setRole',
        by: null,
        colleague: 'Mira Sommer',
        member: null,
        details: [
          { label: 'roleBefore', text: 'reception' },
          { label: 'roleNow', text: 'manager' },
        ],
      },
      {
        action: 'admitAnyway',
        by: 'Mira Sommer',
        colleague: null,
        member: { kind: 'known', accountId, name: 'Zoë Müller' },
        details: [
          { label: 'refusal', text: 'corporateMembershipEnded' },
          { label: 'reason', text: 'Renews on Monday.' },
        ],
      },
      {
        action: 'setStaffLocations',
        colleague: 'Mira Sommer',
        details: [{ label: 'gym', text: 'removed' }],
      },
      { action: 'signInFailed', clientAddress: '192.0.2.7', details: [{ label: 'means', text: 'password' }] },
      {
        action: 'editMember',
        member: { kind: 'unlisted' },
        details: [{ text: 'firstName' }, { text: 'contact.phone' }, { label: 'notConfirmed' }],
      },
    ]);
    expect(people).toEqual([{ id: here.actor.staffId, name: 'Mira Sommer', isFormer: false }]);
    expect(next).toBeNull();
  });

  test('is filtered by day at the location, by person, member and kind', async () => {
    const accountId = await enrol('Anna-Maria', 'Vogt');
    const at = (time: string) => new Date(time);
    await write(
      // before midnight in Berlin
      { action: 'changeLocation', reason: 'before', at: at('2026-11-20T22:59:59Z') },
      { action: 'changeLocation', reason: 'first', at: at('2026-11-20T23:00:00Z') },
      { action: 'moveCard', reason: 'card', accountId, staffId: null, at: at('2026-11-21T12:00:00Z') },
      { action: 'changeLocation', reason: 'last', at: at('2026-11-21T22:59:59Z') },
      { action: 'changeLocation', reason: 'after', at: at('2026-11-21T23:00:00Z') },
    );
    const day = '2026-11-21';
    expect(reasons(await read({ from: day, until: day }))).toEqual(['last', 'card', 'first']);
    expect(reasons(await read({ from: day, by: here.actor.staffId }))).toEqual(['after', 'last', 'first']);
    expect(reasons(await read({ by: 'operator' }))).toEqual(['card']);
    expect(reasons(await read({ member: 'vogt anna' }))).toEqual(['card']);
    expect(reasons(await read({ member: 'nobody' }))).toEqual([]);
    expect(reasons(await read({ kind: 'cards' }))).toEqual(['card']);
    expect(reasons(await read({ until: day, kind: 'gym' }))).toEqual(['last', 'first', 'before']);
  });

  test.each(['Müller', 'Mueller'])('finds the member %s with umlauts and without', async (lastName) => {
    await write({ action: 'moveCard', reason: 'card', accountId: await enrol('Zoë', lastName) });
    for (const member of ['Müller', 'mueller', 'muel zoe', 'müll']) {
      expect(reasons(await read({ member })), member).toEqual(['card']);
    }
  });

  test('offers those who have left, as far as it has entries of theirs, and filters by them', async () => {
    const { db } = testDesk.desk;
    const there = await testDesk.openLocation();
    const [left, unheard] = [await hire('Ben Left'), await hire('Cleo Unheard')];
    await write({ staffId: left, action: 'changeLocation', reason: 'long ago' }, { action: 'signOut' });
    await db.delete(staffLocations).where(inArray(staffLocations.staffId, [left, unheard]));
    const { people } = await read();
    expect(people).toEqual([
      { id: here.actor.staffId, name: 'Mira Sommer', isFormer: false },
      { id: left, name: 'Ben Left', isFormer: true },
    ]);
    expect(reasons(await read({ by: left }))).toEqual(['long ago']);
    // nor does another gym learn of any person
    expect((await read({}, there)).people.map(({ id }) => id)).toEqual([there.actor.staffId]);
  });

  test('has every entry on exactly one page, also while entries are added', async () => {
    const at = new Date('2026-11-21T08:00:00Z');
    // many at the same moment
    await write(
      ...Array.from({ length: 120 }, (_, number) => ({ at: number < 70 ? at : new Date(at.getTime() - number) })),
    );
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { entries, next } = await read({ after });
      seen.push(...entries.map(({ id }) => id));
      after = next ?? undefined;
      await write({ at: new Date(at.getTime() + 1_000) });
    } while (after !== undefined);
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  test('shows a forgotten member as a former one, without the reason', async () => {
    const accountId = await enrol('Jan', 'Kern');
    await write({ action: 'admitAnyway', accountId, reason: 'Jan Kern pays tomorrow.', cause: 'gymNotInNetwork' });
    const { staffId } = here.actor;
    await forgetWithEntry(testDesk.desk, { locationId: here.location.id, accountId, staffId, erasure: { scans: [] } });
    const { entries } = await read();
    expect(entries.map(({ action, member, details }) => ({ action, member, details }))).toEqual([
      { action: 'eraseMember', member: { kind: 'former' }, details: [] },
      { action: 'admitAnyway', member: { kind: 'former' }, details: [] },
    ]);
    expect(await read({ member: 'Kern' })).toMatchObject({ entries: [] });
  });

  test('is that of one gym, and for its managers only', async () => {
    const there = await testDesk.openLocation();
    await write({ reason: 'here' });
    expect((await read({}, there)).entries).toEqual([]);
    const manager = await contextOf(testDesk.desk, here.actor.staffId);
    const asked = { name: 'auditEntries', input: {} } as const;
    expect((await answerOf(authorise(manager, 'manageLocation'), asked)).entries).toHaveLength(1);
    const reception = { ...manager, staff: { ...manager.staff, role: 'reception' as const } };
    expect(() => authorise(reception, 'manageLocation')).toThrow();
  });

  test('refuses a cursor that it has not made', () => {
    expect(logQuery.safeParse({ after: '1.2' }).success).toBe(false);
  });
});

test('the file has what the filter selects, and executes no formula', async () => {
  await write({ action: 'admitAnyway', reason: '=1+1' }, { action: 'signOut', reason: null });
  const filter: LogFilter = { kind: 'admissions' satisfies LogKind };
  const words = {
    separator: ';' as const,
    word: (key: string) => key,
    say: (key: string, values?: Record<string, string>) => values?.text ?? key,
  };
  const file = (await Array.fromAsync(writeLog(context(), { filter, words }))).join('');
  expect(file).toBe(
    '\uFEFFcolumns.day;columns.time;columns.person;columns.what;columns.details;columns.member;columns.membershipId;columns.kind\r\n' +
      "2026-11-21;09:00:00;Mira Sommer;log.actions.admitAnyway;'=1+1;;;kinds.admissions\r\n",
  );
});

test('a page of 50,000 entries is read by index, whatever the filter', async () => {
  const { db } = testDesk.desk;
  const { id } = here.location;
  const accountId = await enrol('Lena', 'Vogt');
  await insertNumbered(
    db,
    50_000,
    (numbers) => sql`
      insert into audit_log (id, location_id, at, staff_id, action, account_id)
      select gen_random_uuid(), ${id}::uuid, timestamptz '2026-11-21' - n * interval '1 minute', ${here.actor.staffId}::uuid,
        case when n % 1000 = 0 then 'moveCard' when n % 3 = 0 then 'signIn' else 'editMember' end, 'a-' || n % 5000
      from ${numbers} n`,
  );
  await write({ accountId, at: new Date('2026-01-01') });
  await db.execute(sql`analyze audit_log`);
  await db.execute(sql`analyze members`);
  const filters: LogFilter[] = [
    {},
    { from: '2026-11-01', until: '2026-11-02' },
    { kind: 'cards' },
    { member: 'vogt' },
    { by: 'operator' },
    { by: here.actor.staffId },
  ];
  for (const filter of filters) {
    const query = selectEntries(db, { location: here.location, filter, after: undefined, limit: 50 });
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/audit_log_\w+_index/);
    expect(plan).not.toMatch(/Seq Scan on audit_log/);
  }
});
