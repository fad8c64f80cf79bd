import pLimit from 'p-limit';
import { z } from 'zod';
import { isoDate } from '#contracts/v2/primitives.ts';
import { notFound } from '#platform/base/errors.ts';
import { OperatorMistake } from '#platform/services/operator.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import type { SandboxContext } from '#platform/simulator/gyms/create-sandbox-gym.ts';
import { simulateTraining } from '#platform/simulator/simulate-training.ts';
import { isWithinYears, notWithinYears } from './moved-clock.ts';
import { parseStrict } from './parse-strict.ts';

export const mostTraining = { members: 500, days: 400 };

const askedTraining = z.strictObject({
  members: z.number().int().min(1).max(mostTraining.members).default(20),
  days: z.number().int().min(1).max(mostTraining.days).default(30),
  /** The last day; by default the day before today. */
  until: isoDate.refine((day) => isWithinYears(new Date(day)), notWithinYears).optional(),
  seed: z.number().int().min(0).max(999_999_999).default(1),
});

export interface TrainingContext extends SandboxContext {
  /** Computes due weekly metrics soon. */
  queueAnalytics(): Promise<void>;
}

/** One after the other: each uses a connection of the sandbox for many seconds. */
const inTurn = pLimit(1);

/**
 * Invents what people of a gym would have trained in a period; the same request never writes it twice.
 * @throws 400 that names every wrong field, 404 for a gym that does not exist
 */
export const inventTraining = (context: TrainingContext, gymId: string, sent: unknown) =>
  inTurn(() => invent(context, gymId, sent));

async function invent({ sandbox, clock, queueAnalytics }: TrainingContext, gymId: string, sent: unknown) {
  const asked = parseStrict(askedTraining, sent);
  const tools = { database: sandbox.database, clock: clockOfGym(sandbox, gymId, clock), ids: sandbox.ids };
  const { members, guests, firstDay, lastDay, events } = await simulateTraining(tools, { gymId, ...asked }).catch(
    (error) => {
      throw error instanceof OperatorMistake ? notFound('GYM_LOCATION') : error;
    },
  );
  await queueAnalytics();
  return { members, guests, firstDay, lastDay, events };
}
