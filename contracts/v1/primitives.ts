import { z } from 'zod';

/** Stands for an id that was never issued: user ids begin at 1. */
export const nobody = 0;

/**
 * A user id as clients send it: a number, or its decimal digits. Any other value becomes an unknown id, so that it
 * gets the response for an unknown id. Absent and null mean that no id was sent.
 */
export const userIdAsSent = z
  .unknown()
  .transform((sent) => (sent === undefined || sent === null ? undefined : toUserId(sent)))
  .optional()
  .meta({
    type: 'integer',
    description: 'Number of the user; digits in a text are taken too.',
    example: 100482,
  });

function toUserId(sent: unknown): number {
  const isWritten = typeof sent === 'string' && /^\d{1,16}$/.test(sent.trim());
  const number = isWritten ? Number(sent) : sent;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : nobody;
}

/** A number in a path. Text that is not a number becomes an unknown id. */
export const idInPath = z.string().transform(toUserId).meta({ type: 'integer', pattern: undefined });
