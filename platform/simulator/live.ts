import { checkAdmission } from '#platform/services/admissions/check.ts';
import type { Call } from '#platform/services/call.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import { listPresentMembers, type PresentMember } from '#platform/services/visits/present.ts';
import { recordVisit } from '#platform/services/visits/record.ts';
import { announceWorkouts } from './announce-workouts.ts';
import { type DemoGym, demoChain, demoGymKeys, demoGyms } from './demo-gyms.ts';
import { findDemoCardHolders, findExpectedMembers } from './expected-members.ts';
import { drawArrivals, drawLeaving } from './live-moves.ts';
import { drawWorkouts } from './live-training.ts';
import type { Random } from './random.ts';
import { findTrainingPeople } from './training-people.ts';

const usualPauseMs = 20_000;
/** Older visits count as missed check-outs. */
const oldestVisitMs = 12 * 3_600_000;

export interface LiveSimulatorOptions extends Dependencies {
  random: Random;
  /** Pause between two rounds. */
  pauseMs?: number;
}

export interface LiveSimulator {
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
}

/**
 * While it runs, members of the demo chain check in and out at the turnstiles. After the machine slept, it does not
 * catch up. Holders of demo cards are excluded: a visitor scans their cards.
 */
export function startLiveSimulator({ pauseMs = usualPauseMs, ...options }: LiveSimulatorOptions): LiveSimulator {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  const runRound = async () => {
    try {
      for (const key of demoGymKeys) await moveMembers(options, demoGyms[key], pauseMs);
    } catch (error) {
      options.log.warn({ error }, 'the live simulator skipped a round');
    }
    if (!isStopped) scheduleRound();
  };
  const scheduleRound = () => {
    timer = setTimeout(() => {
      round = runRound();
    }, pauseMs);
  };
  scheduleRound();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** The events of one demo gym within the last `elapsedMs`, at the turnstile and at the machines. */
export async function moveMembers(
  { random, ...dependencies }: Omit<LiveSimulatorOptions, 'pauseMs'>,
  gym: DemoGym,
  elapsedMs: number,
): Promise<void> {
  const { chainId } = demoChain;
  const { gymId } = gym;
  const call: Call = { ...dependencies, db: dependencies.db.chain(chainId), chainId, gymId, seesUnmigrated: false };
  const now = dependencies.clock();
  const present = await listPresentMembers(call, new Date(now.getTime() - oldestVisitMs));
  const holders = await call.db.read((sql) => findDemoCardHolders(sql, now));
  for (const { accountId, since } of present) {
    if (holders.has(accountId) || !drawLeaving(random, since, now, elapsedMs)) continue;
    await recordVisit(call, accountId, 'CHECKOUT', {});
  }

  await trainMembers(call, random, present, now, elapsedMs);

  const arrivals = Math.min(drawArrivals(random, gym, now, elapsedMs), gym.capacity - present.length);
  if (arrivals <= 0) return;
  const expected = await call.db.read((sql) => findExpectedMembers(sql, gymId, now));
  for (const { accountId, isCorporate } of random.sample(expected, arrivals)) {
    if (isCorporate) await checkAdmission(call, accountId);
    await recordVisit(call, accountId, 'CHECKIN', {});
  }
}

/** Members who are in and use the machines go from one to the next, including a demo card that a visitor checked in. */
async function trainMembers(
  call: Call,
  random: Random,
  present: readonly PresentMember[],
  now: Date,
  elapsedMs: number,
) {
  const members = await call.db.read((sql) =>
    findTrainingPeople(
      sql,
      call,
      present.map(({ accountId }) => accountId),
    ),
  );
  const sinceOf = new Map(present.map(({ accountId, since }) => [accountId, since]));
  const workouts = members.flatMap((person) =>
    drawWorkouts(random, person, sinceOf.get(person.accountId) ?? now, now, elapsedMs),
  );
  await recordTraining(call, workouts);
  await announceWorkouts(call, workouts);
}
