import { z } from 'zod';

/** What stands for an identifier that was never issued: identifiers of users begin at 1. */
export const nobody = 0;

/**
 * A user id as clients send it: a number, or the same in decimal digits. Whatever else is sent is the id of nobody, so
 * that it is answered as an unknown id is; absent and null are no id.
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

/** A number in a path. What was never issued is nobody's, and so is what is no number at all. */
export const idInPath = z.string().transform(toUserId).meta({ type: 'integer', pattern: undefined });
