import type { TrainingEventOf } from '#platform/services/training/training-event.ts';
import { inventEventId } from './invented-training.ts';
import { createRandom, type Random } from './random.ts';
import { machines } from './training-machines.ts';
import { habitsOf, methodOf, type TrainingPerson } from './training-person.ts';

const minuteMs = 60_000;
/** Time to get changed first. */
const notBeforeMs = 6 * minuteMs;
const machineEveryMs = 4 * minuteMs;
/** Share of members who use the measuring machines. */
const usesMachines = 0.4;

/** The workouts within the last `elapsedMs` of a person who checked in at `since`. */
export function drawWorkouts(
  random: Random,
  person: TrainingPerson,
  since: Date,
  now: Date,
  elapsedMs: number,
): TrainingEventOf<'SMART_STRENGTH_WORKOUTS'>[] {
  if (!createRandom(0, `machines ${person.accountId}`).chance(usesMachines)) return [];
  const habits = habitsOf(0, person);
  const workouts: TrainingEventOf<'SMART_STRENGTH_WORKOUTS'>[] = [];
  // one machine after the other, at times that are independent of the polling
  for (let index = 0; index < habits.machines; index += 1) {
    const occurredAt = new Date(since.getTime() + notBeforeMs + index * machineEveryMs);
    if (occurredAt >= now) break;
    if (occurredAt.getTime() < now.getTime() - elapsedMs) continue;
    workouts.push({
      type: 'SMART_STRENGTH_WORKOUTS',
      eventId: inventEventId(random, occurredAt),
      accountId: person.accountId,
      occurredAt,
      isGuest: person.isGuest,
      machineType: machines[(since.getTime() + index) % machines.length]?.machineType ?? null,
      trainingMethod: methodOf(random, habits),
      operationMode: habits.mode,
      trainingVisualization: habits.visualization,
    });
  }
  return workouts;
}
