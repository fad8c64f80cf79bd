import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

/** Errors about values (class 22, 23) quote them in their message. */
const quotesValues = /^2[23]/;

/** What the log may say of an unforeseen error: where and why, never the values it was about. */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof DrizzleQueryError) {
    return { ...describeError(error.cause), query: error.query, stack: framesOf(error) };
  }
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, table, routine, message } = error;
    const isQuoting = code === undefined || quotesValues.test(code);
    return {
      type: 'DatabaseError',
      code,
      constraint,
      table,
      routine,
      ...(isQuoting ? {} : { message }),
      stack: framesOf(error),
    };
  }
  if (error instanceof Error) return { type: error.name, message: error.message, stack: framesOf(error) };
  return { type: typeof error };
}

/** The stack without its head, which repeats the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
