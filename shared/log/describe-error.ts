import pg from 'pg';
import { z } from 'zod';
import { redactMessage } from './redact-message.ts';

/** Errors about values (class 22, 23) quote them in their message. */
const quotesValues = /^2[23]/;
const mostFrames = 12;
const mostCauses = 4;
const mostIssues = 5;
const longestQuery = 500;

// by shape: a bundler may have loaded the class of an error twice
const failedQuery = z.object({ query: z.string(), params: z.array(z.unknown()), cause: z.unknown() });
const systemError = z.object({ syscall: z.string(), code: z.string() });
const codedError = z.object({ code: z.union([z.string(), z.number()]) });
const validationError = z.object({
  issues: z.array(z.object({ code: z.string(), path: z.array(z.union([z.string(), z.number(), z.symbol()])) })),
});

/**
 * The loggable part of an error: type, message, code, stack frames and causes. Never the values it was about, nor an
 * attached connection or request.
 */
export const describeError = (error: unknown): Record<string, unknown> => describeWithin(error, mostCauses);

function describeWithin(error: unknown, causesLeft: number): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const stack = framesOf(error);
  const { data: failed } = failedQuery.safeParse(error);
  // its own message contains the parameters
  if (failed) return { ...describeWithin(failed.cause, causesLeft), query: failed.query.slice(0, longestQuery), stack };
  if (error instanceof pg.DatabaseError) return { ...describeDatabaseError(error), stack };
  const causes = error instanceof AggregateError ? error.errors.slice(0, mostCauses) : [error.cause];
  const [cause, ...others] = causesLeft > 0 ? causes.filter((one) => one !== undefined) : [];
  return {
    type: error.name,
    message: messageOf(error),
    code: codedError.safeParse(error).data?.code,
    stack,
    ...(cause !== undefined && { cause: describeWithin(cause, causesLeft - 1) }),
    ...(others.length > 0 && { otherCauses: others.map((other) => describeWithin(other, 0)) }),
  };
}

function describeDatabaseError({ code, constraint, table, column, routine, message }: pg.DatabaseError) {
  const isQuoting = code === undefined || quotesValues.test(code);
  return { type: 'DatabaseError', message: isQuoting ? undefined : message, code, constraint, table, column, routine };
}

function messageOf(error: Error): string | undefined {
  // a SyntaxError quotes the text that could not be parsed, also without quotation marks
  if (error instanceof SyntaxError) return undefined;
  const { data: invalid } = validationError.safeParse(error);
  if (invalid) return invalid.issues.slice(0, mostIssues).map(describeIssue).join(', ');
  return systemError.safeParse(error).success ? error.message : redactMessage(error.message);
}

const describeIssue = ({ code, path }: z.infer<typeof validationError>['issues'][number]): string =>
  `${code} at ${path.map(nameOfStep).join('.') || 'its root'}`;

/** A path segment that is not a known field name may be a key that a client sent. */
const nameOfStep = (step: string | number | symbol): string =>
  typeof step === 'number' || /^[a-z]\w{0,39}$/i.test(String(step)) ? String(step) : '…';

/** The stack without its first part, which repeats the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, mostFrames)
    .join('\n');
