import { Temporal } from 'temporal-polyfill';
import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { OperatorDatabase } from '#platform/db/client.ts';
import { requireGym } from '#platform/services/gyms/require.ts';
import { batchesOf, copyTraining, type EventCounts } from '#platform/services/training/copy.ts';
import { analyzeActivity } from '#platform/services/training/partitions.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { writeTrainees } from './invented-trainees.ts';
import { inventTraining } from './invented-training.ts';
import { findTrainingGuests, findTrainingMembers } from './training-people.ts';
import type { TrainingPerson } from './training-person.ts';

export interface SimulateTraining {
  gymId: string;
  members: number;
  days: number;
  seed: number;
  /** The last day in the gym's time zone; yesterday by default. */
  until?: string | undefined;
}

export interface SimulatedTraining {
  gymId: string;
  firstDay: string;
  lastDay: string;
  members: number;
  guests: number;
  /** How many of them were created, because the gym had too few. */
  madePeople: number;
  events: EventCounts;
  /** Number of new events. */
  written: number;
  seconds: number;
  eventsPerSecond: number;
}

interface Tools {
  database: OperatorDatabase;
  clock: Clock;
  ids: Ids;
}

/** One guest per this many members. */
const membersAGuest = 30;

/**
 * Writes invented training of a gym's members and guests for the days before today. Deterministic for the same seed,
 * people and days: running it again adds nothing. If the gym has too few people, some are created.
 */
export async function simulateTraining(tools: Tools, asked: SimulateTraining): Promise<SimulatedTraining> {
  const { database, clock, ids } = tools;
  const startedAt = clock();
  const { gym, lastDay, people, madePeople } = await database.transaction(async (sql) => {
    const gym = await requireGym({ sql, clock, ids }, asked.gymId);
    const today = Temporal.PlainDate.from(dayOf(startedAt.getTime(), gym.timeZone));
    const lastDay = asked.until ?? today.subtract({ days: 1 }).toString();
    const wanted = { member: asked.members, guest: Math.ceil(asked.members / membersAGuest) };
    const find = { member: findTrainingMembers, guest: findTrainingGuests };
    const people: TrainingPerson[] = [];
    let madePeople = 0;
    for (const kind of ['member', 'guest'] as const) {
      const count = wanted[kind] - (await find[kind](sql, gym, wanted[kind])).length;
      const { chainId, gymId } = gym;
      if (count > 0) await writeTrainees(sql, { chainId, gymId, seed: asked.seed, lastDay, count, kind }, startedAt);
      madePeople += count;
      people.push(...(await find[kind](sql, gym, wanted[kind])));
    }
    return { gym, lastDay, people, madePeople };
  });
  const firstDay = Temporal.PlainDate.from(lastDay)
    .subtract({ days: asked.days - 1 })
    .toString();
  const events = inventTraining({ seed: asked.seed, timeZone: gym.timeZone, firstDay, lastDay, people });
  const copyingFrom = clock().getTime();
  const { given, written } = await copyTraining(database, gym, batchesOf(events));
  const seconds = (clock().getTime() - copyingFrom) / 1000;
  if (written > 0) await database.transaction(analyzeActivity);
  const total = Object.values(given).reduce((sum, count) => sum + count, 0);
  return {
    gymId: gym.gymId,
    firstDay,
    lastDay,
    members: asked.members,
    guests: people.length - asked.members,
    madePeople,
    events: given,
    written,
    seconds,
    eventsPerSecond: Math.round(total / Math.max(seconds, 0.001)),
  };
}
