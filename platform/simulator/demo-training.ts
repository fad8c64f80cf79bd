import { sql as raw } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type OperatorDatabase, openOperatorDatabase, type Sql } from '#platform/db/client.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { batchesOf, copyTraining } from '#platform/services/training/copy.ts';
import { analyzeActivity } from '#platform/services/training/partitions.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { clubDay } from './calendar.ts';
import { type DemoGym, demoChain, demoGymKeys, demoGyms, demoTimeZone } from './demo-gyms.ts';
import { inventTraining } from './invented-training.ts';
import { createRandom } from './random.ts';
import { defaultDemoSeed } from './seed-demo.ts';
import { findTrainingGuests, findTrainingMembers } from './training-people.ts';
import type { TrainingPerson } from './training-person.ts';

const twoYears = 24;
const guestCount = 12;
/** Share of members who use the measuring machines. */
const usesMachines = 0.22;
const allMembers = 100_000;
const usualPauseMs = 10_000;
const endsWithinMs = 1_000;

interface Options extends Pick<Dependencies, 'clock' | 'log'> {
  databaseUrl: string;
  /** Called when all training is written: at the first start, and on every later day. */
  onTrained(): Promise<void>;
  pauseMs?: number;
  /** How much training is kept; by default two years. */
  months?: number;
}

interface DemoTraining {
  /**
   * Lets the current write finish, for at most one second. PostgreSQL rolls back the rest, and the next start writes
   * it again.
   */
  stop(): Promise<void>;
}

/**
 * Keeps two years of training, up to yesterday, for the demo chain if it exists. It runs in the background month by
 * month, the latest first. After a stop it continues at the next start.
 */
export function startDemoTraining({
  databaseUrl,
  clock,
  log,
  onTrained,
  pauseMs = usualPauseMs,
  months,
}: Options): DemoTraining {
  const database = openOperatorDatabase({ url: databaseUrl, maxConnections: 1 });
  let isStopped = false;
  let doneOn: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const runRound = async () => {
    try {
      const today = clubDay(clock()).toString();
      if (doneOn !== today && (await trainDemo(database, clock(), { isStopped: () => isStopped, months }))) {
        await onTrained();
        doneOn = today;
      }
    } catch (error) {
      if (isStopped) return;
      log.warn({ error }, 'the training of the demo chain could not be written; it is tried again');
    }
    if (!isStopped) scheduleRound();
  };
  const scheduleRound = () => {
    timer = setTimeout(runRound, pauseMs);
  };
  scheduleRound();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await database.close({ withinMs: endsWithinMs });
    },
  };
}

/**
 * Writes training for every day that has none, of the last two years or of the given number of months. The data of a day is
 * always the same.
 * @returns whether the demo chain exists and nothing is left to do
 */
export async function trainDemo(
  database: OperatorDatabase,
  now: Date,
  { isStopped = () => false, months }: { isStopped?: () => boolean; months?: number | undefined } = {},
): Promise<boolean> {
  if (!(await database.transaction(hasGyms))) return false;
  const kept = daysKept(clubDay(now), months);
  let hasWritten = false;
  for (const key of demoGymKeys) {
    const gym = demoGyms[key];
    const people = await database.transaction((sql) => findPeople(sql, gym));
    for (const days of await database.transaction((sql) => findUntrainedDays(sql, gym, kept))) {
      if (isStopped()) return false;
      await trainDays(database, gym, people, days);
      hasWritten = true;
    }
  }
  if (hasWritten) await database.transaction(analyzeActivity);
  return true;
}

async function trainDays(database: OperatorDatabase, gym: DemoGym, people: TrainingPerson[], days: DaysInARow) {
  const { timeZone, gymId } = gym;
  const events = inventTraining({ seed: defaultDemoSeed, timeZone, ...days, people });
  // a demo month is much smaller than a batch, so it is written in one transaction
  await copyTraining(database, { chainId: demoChain.chainId, gymId }, batchesOf(events, Number.POSITIVE_INFINITY));
}

const hasGyms = async (sql: Sql): Promise<boolean> => {
  const { rowCount } = await sql.execute(raw`SELECT FROM gyms WHERE chain_id = ${demoChain.chainId}`);
  return rowCount === demoGymKeys.length;
};

async function findPeople(sql: Sql, { gymId }: DemoGym): Promise<TrainingPerson[]> {
  const gym = { chainId: demoChain.chainId, gymId };
  const members = await findTrainingMembers(sql, gym, allMembers);
  const trains = ({ accountId }: TrainingPerson) =>
    createRandom(defaultDemoSeed, `machines ${accountId}`).chance(usesMachines);
  return [...members.filter(trains), ...(await findTrainingGuests(sql, gym, guestCount))];
}

interface DaysInARow {
  firstDay: string;
  lastDay: string;
}

/**
 * The days for which the gym has no generated training, as ranges of at most a month, the latest first. Training recorded while
 * the platform ran has a later recording time and does not count.
 */
async function findUntrainedDays(sql: Sql, { gymId }: DemoGym, days: string[]): Promise<DaysInARow[]> {
  const { rows } = await sql.execute<{ day: string }>(raw`
    SELECT DISTINCT to_char(occurred_at AT TIME ZONE ${demoTimeZone}, 'YYYY-MM-DD') AS day FROM strength_workouts
    WHERE chain_id = ${demoChain.chainId} AND gym_id = ${gymId} AND recorded_at = occurred_at`);
  const trained = new Set(rows.map(({ day }) => day));
  const rowsOfDays: DaysInARow[] = [];
  for (const day of days.filter((day) => !trained.has(day))) {
    const last = rowsOfDays.at(-1);
    const continues = last && daysLater(last.lastDay, 1) === day && last.firstDay.slice(0, 7) === day.slice(0, 7);
    if (continues) last.lastDay = day;
    else rowsOfDays.push({ firstDay: day, lastDay: day });
  }
  return rowsOfDays.toReversed();
}

/** The days that have training: up to yesterday. */
export function daysKept(today: Temporal.PlainDate, months = twoYears): string[] {
  const first = today.subtract({ months });
  const count = first.until(today).days;
  return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
}
