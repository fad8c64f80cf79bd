import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { trainingDays, trainingPulls, trainings } from '#lib/server/db/schema/training.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { writeDue, writeMachineHours, writeMachines } from '#lib/server/reports/write-training.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { untilOneWaits } from '#lib/testing/until-one-waits.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { seed } from '#shared/testing/seed.ts';
import { readAssessmentsDue } from './assessments-due.ts';
import { storeSomeTrainingDays } from './training-days.ts';
import { readUseOfMachines } from './use-of-machines.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

const connect = async (timeZone = 'Europe/Berlin') => {
  here = await testDesk.openLocation({ timeZone });
  const change = { exportUrl: 'https://export.example', exportKey: randomUUID() };
  await setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });
};
beforeEach(() => connect());

const context = async () => ({
  desk: testDesk.desk,
  actor: { location: await requireLocation(testDesk.desk.db, here.location.id) },
});
const today = () => dayOf(testDesk.clock.now, here.location.timeZone);
const daysAgo = (days: number, hour = 12) =>
  new Date(startOfDay(daysLater(today(), -days), here.location.timeZone).getTime() + hour * hourMs);

/** Days in UTC. */
const readFrom = (since: string, until = daysLater(today(), -1)) =>
  testDesk.desk.db.insert(trainingPulls).values(
    (['workouts', 'assessments'] as const).map((dataSet) => ({
      locationId: here.location.id,
      dataSet,
      since,
      until,
      nextAt: new Date(testDesk.clock.now),
    })),
  );

async function join(name: string, rest: Partial<typeof members.$inferInsert> = {}): Promise<string> {
  const accountId = `${name} ${randomUUID()}`;
  await testDesk.desk.db.insert(members).values({
    locationId: here.location.id,
    accountId,
    firstName: name,
    searchName: name,
    membershipId: `M-${name}`,
    syncedAt: new Date(testDesk.clock.now),
    ...rest,
  });
  return accountId;
}

type Kept = Pick<typeof trainings.$inferInsert, 'accountId' | 'at'> & { machine?: string; method?: string | null };
const keep = (dataSet: 'workouts' | 'assessments', ...kept: Kept[]) =>
  testDesk.desk.db.insert(trainings).values(
    kept.map(({ machine = 'LEG_PRESS', method = 'REGULAR', ...row }) => ({
      ...row,
      dataSet,
      locationId: here.location.id,
      subject: machine,
      detail: method,
      walk: 1,
    })),
  );

const drawn = fc.record({
  hoursAgo: fc.nat(40 * 24),
  machine: fc.constantFrom('LEG_PRESS', 'LEG_CURL', ''),
  method: fc.constantFrom('REGULAR', 'NEGATIVE', null),
  who: fc.constantFrom('lena', 'jan', 'mira'),
});

type Workout = Kept & { accountId: 'lena' | 'jan' | 'mira'; at: Date; machine: string; method: string | null };

/** The use of machines in four weeks is that of a plain count. */
async function expectPlain(kept: readonly Workout[]): Promise<void> {
  const { timeZone } = here.location;
  const days = { from: daysLater(today(), -28), until: today() };
  const use = await readUseOfMachines(await context(), days);
  // the day that is not over is not read yet; the first one only if it began after midnight in UTC
  const isEast = startOfDay(today(), timeZone).toISOString() < today();
  const known = { from: isEast ? daysLater(days.from, 1) : days.from, until: daysLater(today(), isEast ? -1 : -2) };
  expect(use.days).toEqual(known);
  const counted = kept.filter(({ at }) => {
    const day = dayOf(at.getTime(), timeZone);
    return day >= known.from && day <= known.until;
  });
  expect({ workouts: use.workouts, members: use.members }).toEqual({
    workouts: counted.length,
    members: new Set(counted.map(({ accountId }) => accountId)).size,
  });
  const plain = Map.groupBy(counted, ({ machine, method }) => `${machine || null} ${method}`);
  expect(new Map(use.uses.map(({ machine, method, workouts }) => [`${machine} ${method}`, workouts]))).toEqual(
    new Map([...plain].map(([key, rows]) => [key, rows.length])),
  );
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const places = Map.groupBy(counted, ({ at }) => local.format(at).replace(/[, ]+/, ' '));
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const shown = use.hours.workouts.flatMap((ofDay, weekday) =>
    ofDay.flatMap((workouts, hour) =>
      workouts > 0 ? [[`${names[weekday]} ${String(hour).padStart(2, '0')}`, workouts] as const] : [],
    ),
  );
  expect(new Map(shown)).toEqual(new Map([...places].map(([key, rows]) => [key, rows.length])));
  const length = Math.round((Date.parse(known.until) - Date.parse(known.from)) / (24 * hourMs)) + 1;
  expect(use.hours.days.reduce((sum, count) => sum + count, 0)).toBe(length);
}

const countAll = async () => {
  while (await storeSomeTrainingDays(testDesk.desk, (await context()).actor.location));
};
const storedDays = async () => {
  const isHere = eq(trainingDays.locationId, here.location.id);
  const rows = await testDesk.desk.db.select({ day: trainingDays.day }).from(trainingDays).where(isHere);
  return rows.map(({ day }) => day).toSorted();
};

type Change = 'late' | 'corrected' | 'forgotten' | 'opted out' | 'zone';

async function change(kept: readonly Workout[], what: Change): Promise<readonly Workout[]> {
  const { db } = testDesk.desk;
  const { id: locationId } = here.location;
  switch (what) {
    case 'late': {
      const at = new Date(testDesk.clock.now - 13 * 24 * hourMs + 1);
      const late: Workout = { accountId: 'mira', at, machine: 'LEG_PRESS', method: null };
      await keep('workouts', late);
      return [...kept, late];
    }
    case 'corrected': {
      // as another reading does it, which contains them all
      const set = {
        walk: 2,
        detail: sql`case when ${trainings.accountId} = 'mira' then 'NEGATIVE' else ${trainings.detail} end`,
      };
      await db.update(trainings).set(set).where(eq(trainings.locationId, locationId));
      return kept.map((workout) => (workout.accountId === 'mira' ? { ...workout, method: 'NEGATIVE' } : workout));
    }
    case 'forgotten':
    case 'opted out':
      await db.transaction((tx) =>
        forgetMember(tx, testDesk.desk, { locationId, accountId: 'jan', isOptOut: what === 'opted out' }),
      );
      return kept.filter(({ accountId }) => accountId !== 'jan');
    case 'zone': {
      // of which the same days are known
      const timeZone = here.location.timeZone === 'Europe/Berlin' ? 'Europe/Athens' : 'America/Chicago';
      await db.update(locations).set({ timeZone }).where(eq(locations.id, locationId));
      here = { ...here, location: { ...here.location, timeZone } };
      return kept;
    }
  }
}

test.each([
  // both change their clocks in these weeks
  ['Europe/Berlin', '2026-11-10T11:20:00Z'],
  ['America/New_York', '2026-03-20T03:20:00Z'],
])(
  'in %s, the use of machines is that of a plain count, also of stored days and after any change of them',
  async (timeZone, now) => {
    testDesk.clock.now = Date.parse(now);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(drawn, { minLength: 1, maxLength: 80, selector: ({ hoursAgo }) => hoursAgo }),
        fc.uniqueArray(fc.constantFrom<Change>('late', 'corrected', 'forgotten', 'opted out', 'zone'), {
          minLength: 1,
          maxLength: 2,
        }),
        async (all, changes) => {
          await connect(timeZone);
          await readFrom(daysLater(today(), -28));
          let kept: readonly Workout[] = all.map(({ hoursAgo, who, ...use }) => ({
            ...use,
            accountId: who,
            at: new Date(testDesk.clock.now - hoursAgo * hourMs),
          }));
          await keep('workouts', ...kept);
          await expectPlain(kept);
          for (const one of changes) {
            await countAll();
            await expectPlain(kept);
            kept = await change(kept, one);
            await expectPlain(kept);
          }
        },
      ),
      { seed, numRuns: 15 },
    );
  },
);

test('days of training are stored once, and a leaver deletes only their own', async () => {
  testDesk.clock.now = Date.parse('2026-11-10T11:20:00Z');
  await readFrom(daysLater(today(), -20));
  await keep('workouts', { accountId: 'lena', at: daysAgo(3) }, { accountId: 'jan', at: daysAgo(5) });
  await keep('assessments', { accountId: 'lena', at: daysAgo(3) });
  await countAll();
  const all = await storedDays();
  expect(all).toHaveLength(19);
  await testDesk.desk.db.update(trainings).set({ walk: 2 }).where(eq(trainings.locationId, here.location.id));
  await testDesk.desk.db.update(trainings).set({ detail: 'SQUAT' }).where(eq(trainings.dataSet, 'assessments'));
  expect(await storedDays()).toEqual(all);
  await testDesk.desk.db.transaction((tx) =>
    forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId: 'jan' }),
  );
  expect(await storedDays()).toEqual(all.filter((day) => day !== daysLater(today(), -5)));
  const none = { exportUrl: null, exportKey: null };
  await setLocation(testDesk.desk, { locationId: here.location.id, change: none, by: null });
  await countAll();
  expect(await storedDays()).toEqual([]);
});

test('days that are counted while a workout is being written are those with it', async () => {
  const { db } = testDesk.desk;
  testDesk.clock.now = Date.parse('2026-11-10T11:20:00Z');
  await readFrom(daysLater(today(), -6));
  const [written, counting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction(async (tx) => {
    const row = { locationId: here.location.id, dataSet: 'workouts', subject: 'LEG_PRESS', walk: 1 } as const;
    await tx.insert(trainings).values({ ...row, accountId: 'lena', at: daysAgo(2) });
    written.resolve();
    await counting.promise;
  });
  await written.promise;
  const counted = countAll();
  await untilOneWaits(db);
  counting.resolve();
  await Promise.all([writing, counted]);
  expect(await storedDays()).toContain(daysLater(today(), -2));
  expect((await readUseOfMachines(await context(), { from: daysLater(today(), -6), until: today() })).workouts).toBe(1);
});

test('the machine that is used most comes first, and the files have the same numbers', async () => {
  testDesk.clock.now = Date.parse('2026-11-10T11:20:00Z');
  await readFrom(daysLater(today(), -40));
  await keep(
    'workouts',
    { accountId: 'a', at: daysAgo(3, 8), machine: 'LEG_CURL' },
    ...[9, 10, 11].map((hour) => ({
      accountId: 'b',
      at: daysAgo(3, hour),
      method: hour === 9 ? 'NEGATIVE' : 'REGULAR',
    })),
  );
  const use = await readUseOfMachines(await context(), { from: daysLater(today(), -6), until: today() });
  expect(use.uses).toEqual([
    { machine: 'LEG_PRESS', method: 'REGULAR', workouts: 2 },
    { machine: 'LEG_PRESS', method: 'NEGATIVE', workouts: 1 },
    { machine: 'LEG_CURL', method: 'REGULAR', workouts: 1 },
  ]);
  const words = { locale: 'en', say: (key: string) => key } as const;
  const linesOf = async (file: AsyncGenerator<string>) =>
    (await Array.fromAsync(file)).join('').trim().split('\r\n').slice(1);
  expect(await linesOf(writeMachines(use, words))).toEqual([
    'LEG_PRESS,REGULAR,2',
    'LEG_PRESS,NEGATIVE,1',
    'LEG_CURL,REGULAR,1',
  ]);
  // six days: one weekday is not among them
  const hours = await linesOf(writeMachineHours(use, words));
  expect(hours).toHaveLength(6 * 24);
  expect(hours).toContain('Saturday,8,1,1');
});

test('nothing is known without the data export, before it was read, and of days before and after', async () => {
  const days = { from: daysLater(today(), -6), until: today() };
  expect((await readUseOfMachines(await context(), days)).days).toBeNull();
  expect(await readAssessmentsDue(await context(), { weeks: 12 })).toBeNull();
  await readFrom(daysLater(today(), -3));
  expect((await readUseOfMachines(await context(), days)).days?.until).toBe(daysLater(today(), -1));
  expect((await readUseOfMachines(await context(), { from: '2020-01-01', until: '2020-02-01' })).days).toBeNull();
  const none = { exportUrl: null, exportKey: null };
  await setLocation(testDesk.desk, { locationId: here.location.id, change: none, by: null });
  expect((await readUseOfMachines(await context(), days)).days).toBeNull();
});

test('assessments are due of those who train, were not tested for so long, and are members', async () => {
  await readFrom(daysLater(today(), -100));
  const [lena, jan, mira, paul, left] = [
    await join('lena'),
    await join('jan'),
    await join('mira'),
    await join('paul'),
    await join('left', { absentAt: new Date(testDesk.clock.now) }),
  ];
  await keep(
    'workouts',
    ...[lena, jan, mira, left, 'no member'].map((accountId) => ({ accountId, at: daysAgo(2) })),
    { accountId: lena, at: daysAgo(9) },
    { accountId: paul, at: daysAgo(40) },
  );
  await keep(
    'assessments',
    { accountId: lena, at: daysAgo(84) },
    { accountId: lena, at: daysAgo(90) },
    { accountId: mira, at: daysAgo(83) },
    { accountId: paul, at: daysAgo(99) },
  );
  const due = await readAssessmentsDue(await context(), { weeks: 12 });
  expect(due).toMatchObject({ total: 2, countsUnknown: true });
  expect(due?.members).toEqual([
    {
      accountId: jan,
      displayName: 'jan',
      membershipId: 'M-jan',
      testedAt: null,
      workouts: 1,
      trainedAt: daysAgo(2).toISOString(),
    },
    {
      accountId: lena,
      displayName: 'lena',
      membershipId: 'M-lena',
      workouts: 2,
      testedAt: daysAgo(84).toISOString(),
      trainedAt: daysAgo(2).toISOString(),
    },
  ]);
  expect((await readAssessmentsDue(await context(), { weeks: 12, limit: 1 }))?.members).toHaveLength(1);
  // of 26 weeks, tests are not known yet
  expect(await readAssessmentsDue(await context(), { weeks: 26 })).toMatchObject({ total: 0, countsUnknown: false });
  expect(await readAssessmentsDue(await context(), { weeks: 6 })).toMatchObject({ total: 3 });
  const words = { locale: 'de', say: (key: string) => key } as const;
  if (!due) throw new Error('It is known.');
  const [, ...lines] = (await Array.fromAsync(writeDue(due, words))).join('').trim().split('\r\n');
  expect(lines[0]).toBe(`jan;M-jan;;${daysLater(today(), -2)};1`);
});

test('whose assessment is due is not known where assessments were not read of late', async () => {
  await readFrom(daysLater(today(), -100), daysLater(today(), -9));
  expect(await readAssessmentsDue(await context(), { weeks: 12 })).toBeNull();
  const { location } = here;
  await testDesk.desk.db
    .update(trainingPulls)
    .set({ until: daysLater(today(), -8) })
    .where(eq(trainingPulls.locationId, location.id));
  expect(await readAssessmentsDue(await context(), { weeks: 12 })).not.toBeNull();
});

test('days whose training has been deleted are not known', async () => {
  testDesk.clock.now = Date.parse('2026-11-10T11:20:00Z');
  await readFrom('2025-01-01');
  const days = { from: '2025-06-01', until: '2025-12-31' };
  expect((await readUseOfMachines(await context(), days)).days).toEqual({ from: '2025-10-11', until: '2025-12-31' });
});

test('a forgotten member is in no number, list or file', async () => {
  await readFrom(daysLater(today(), -100));
  const lena = await join('lena');
  await keep('workouts', { accountId: lena, at: daysAgo(2) });
  const days = { from: daysLater(today(), -6), until: today() };
  expect((await readUseOfMachines(await context(), days)).workouts).toBe(1);
  await testDesk.desk.db.transaction((tx) =>
    forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId: lena }),
  );
  expect((await readUseOfMachines(await context(), days)).workouts).toBe(0);
  expect(await readAssessmentsDue(await context(), { weeks: 6 })).toMatchObject({ total: 0, members: [] });
});
