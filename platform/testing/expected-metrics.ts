import { Temporal } from 'temporal-polyfill';

/** The events of a gym, as a test knows them. */
export interface GymWorld {
  timeZone: string;
  createdAt: Date;
  /** For everyone who is not erased: whether they share data. */
  sharing: Map<string, boolean>;
  checkIns: { accountId: string; at: Date }[];
  admissions: { accountId: string; at: Date }[];
  workouts: Map<
    string,
    {
      accountId: string;
      at: Date;
      machineType: string | null;
      trainingMethod: string | null;
      operationMode: string | null;
    }
  >;
  assessments: Map<
    string,
    { accountId: string; at: Date; activityName: string | null; isCompleted: boolean | null; strengthKg: number | null }
  >;
}

const dayMs = 24 * 60 * 60 * 1000;
/** 1970-01-01 was a Thursday. */
const weekOf = (at: Date) => Math.floor((at.getTime() / dayMs + 3) / 7);
const mondayOfWeek = (week: number) => new Date((week * 7 - 3) * dayMs).toISOString().slice(0, 10);
const weekdays = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/**
 * The metrics of a gym by their rules, computed week by week and event by event, without any code of the
 * implementation.
 * @returns the values by `Monday TYPE KEY SUB_TYPE`; medians are not rounded
 */
export function expectedMetrics(world: GymWorld, now: Date): Map<string, number> {
  const present = weekOf(now);
  const oldest = present - 104;
  const isTold = ({ at }: { at: Date }) => weekOf(at) >= oldest && weekOf(at) < present;
  const known = <T extends { accountId: string }>(events: Iterable<T>) =>
    [...events].filter(({ accountId }) => world.sharing.has(accountId));
  const shared = <T extends { accountId: string }>(events: Iterable<T>) =>
    [...events].filter(({ accountId }) => world.sharing.get(accountId));
  const checkIns = known(world.checkIns);
  const admissions = known(world.admissions).filter(isTold);
  const workouts = shared(world.workouts.values()).filter(isTold);
  const completed = shared(world.assessments.values()).filter(({ isCompleted }) => isCompleted);

  const expected = new Map<string, number>();
  const keyOf = (week: number, metric: string) => `${mondayOfWeek(week)} ${metric}`;
  const count = (week: number, metric: string) =>
    expected.set(keyOf(week, metric), (expected.get(keyOf(week, metric)) ?? 0) + 1);

  for (const { at } of checkIns.filter(isTold)) {
    const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(world.timeZone);
    count(weekOf(at), 'VISITS TOTAL COUNT');
    count(weekOf(at), `VISITS_BY_HOUR ${String(local.hour).padStart(2, '0')} COUNT`);
    count(weekOf(at), `VISITS_BY_WEEKDAY ${weekdays[local.dayOfWeek]} COUNT`);
  }
  for (const { at } of admissions) count(weekOf(at), 'ADMISSIONS CORPORATE COUNT');
  for (const { at, machineType, trainingMethod, operationMode } of workouts) {
    count(weekOf(at), 'WORKOUTS TOTAL COUNT');
    count(weekOf(at), `WORKOUTS_BY_MACHINE ${machineType ?? 'UNKNOWN'} COUNT`);
    count(weekOf(at), `WORKOUTS_BY_TRAINING_METHOD ${trainingMethod ?? 'UNKNOWN'} COUNT`);
    count(weekOf(at), `WORKOUTS_BY_OPERATION_MODE ${operationMode ?? 'UNKNOWN'} COUNT`);
  }
  for (const { at } of completed.filter(isTold)) count(weekOf(at), 'ASSESSMENTS COMPLETED COUNT');

  for (let week = oldest; week < present; week++) {
    for (const accountId of world.sharing.keys()) {
      const weeks = checkIns.filter((visit) => visit.accountId === accountId).map(({ at }) => weekOf(at));
      if (weeks.includes(week)) count(week, 'VISITORS UNIQUE COUNT');
      if (weeks.length > 0 && Math.min(...weeks) === week) count(week, 'VISITORS FIRST_TIME COUNT');
      const ago = week - Math.max(...weeks.filter((visited) => visited <= week));
      if (ago < 4) count(week, 'MEMBERS ACTIVE COUNT');
      else if (ago < 12) count(week, 'MEMBERS LAPSED COUNT');
    }
    const changes = strengthChanges(completed, week);
    if (changes.length > 0) expected.set(keyOf(week, 'STRENGTH_CHANGE TOTAL MEDIAN_PERCENT'), medianOf(changes));
  }

  const told = [...expected.keys()].map((key) => key.slice(0, 10));
  const first = [mondayOfWeek(weekOf(world.createdAt)), ...told].sort()[0] ?? '';
  for (let week = oldest; week < present; week++) {
    if (mondayOfWeek(week) < first) continue;
    for (const metric of always) {
      const key = keyOf(week, metric);
      expected.set(key, expected.get(key) ?? 0);
    }
  }
  return expected;
}

const always = [
  'VISITS TOTAL COUNT',
  'VISITORS UNIQUE COUNT',
  'VISITORS FIRST_TIME COUNT',
  'MEMBERS ACTIVE COUNT',
  'MEMBERS LAPSED COUNT',
  'ADMISSIONS CORPORATE COUNT',
  'WORKOUTS TOTAL COUNT',
  'ASSESSMENTS COMPLETED COUNT',
];

type Assessed = GymWorld['assessments'] extends Map<string, infer Assessment> ? Assessment : never;

/**
 * Per person and exercise: the change from the last assessment of an earlier week to the last one of this week, in
 * percent.
 */
function strengthChanges(completed: readonly Assessed[], week: number): number[] {
  const series = new Map<string, Assessed[]>();
  for (const assessment of completed) {
    if (assessment.activityName === null || !(Number(assessment.strengthKg) > 0)) continue;
    const key = `${assessment.accountId} ${assessment.activityName}`;
    series.set(key, [...(series.get(key) ?? []), assessment]);
  }
  return [...series.values()].flatMap((assessments) => {
    const inOrder = assessments.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const now = inOrder.findLast(({ at }) => weekOf(at) === week);
    const before = inOrder.findLast(({ at }) => weekOf(at) < week && weekOf(at) >= week - 26);
    if (!now || !before) return [];
    return [(100 * (Number(now.strengthKg) - Number(before.strengthKg))) / Number(before.strengthKg)];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (Number(low) + Number(high)) / 2;
}
