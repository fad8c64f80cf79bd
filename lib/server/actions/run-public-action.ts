import 'server-only';
import type { z } from 'zod';
import { type DeskContext, runningDesk } from '#lib/server/base/desk-context.ts';
import { joinRequest } from '#lib/server/log/run-in-context.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { toActionError } from './to-action-error.ts';

/** Runs an action that needs nobody to be signed in: input, work, errors, in that order. */
export async function runPublicAction<Schema extends z.ZodType, Value>(
  input: Schema,
  raw: unknown,
  work: (desk: DeskContext, input: z.infer<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> {
  const desk = runningDesk();
  return joinRequest(desk.log, async (requestId) => {
    try {
      return { ok: true, value: await work(desk, input.parse(wellFormed.parse(raw))) };
    } catch (error) {
      return { ok: false, error: toActionError(error, requestId, desk.log) };
    }
  });
}
