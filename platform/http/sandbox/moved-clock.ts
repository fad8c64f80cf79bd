import { z } from 'zod';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import { moveOf } from '#platform/services/sandbox/clock/clock-of.ts';
import { readTime } from '#platform/services/sandbox/clock/set.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** A clock can be set to a time so many years from the real one. */
export const clockYears = 5;
const mostMs = clockYears * 366 * dayMs;

export const isWithinYears = (instant: Date): boolean =>
  Math.abs(instant.getTime() - systemClock().getTime()) <= mostMs;
export const notWithinYears = `Must lie within ${clockYears} years.`;

/** A request that moves a clock. */
export const movedClock = z
  .strictObject({
    now: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .refine(isWithinYears, notWithinYears)
      .optional(),
    advanceMs: z.number().int().min(-mostMs).max(mostMs).optional(),
    isFrozen: z.boolean().optional(),
  })
  .superRefine(({ now, advanceMs, isFrozen }, context) => {
    if (now === undefined && advanceMs === undefined && isFrozen === undefined) {
      context.addIssue({ code: 'custom', path: ['now'], message: 'Set at least one of now, advanceMs and isFrozen.' });
    }
  });

/** The clock of the platform, or of one gym. */
export const readClock = (sandbox: Sandbox, gymId: string | undefined) => {
  const { offsetMs, frozenAt } = moveOf(sandbox.state, gymId);
  return { now: readTime(sandbox, gymId).toISOString(), isFrozen: frozenAt !== null, offsetMs };
};
