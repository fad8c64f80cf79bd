import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import type { StaffPermission } from '#lib/auth/permissions.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { runningDesk } from '#lib/desk/desk.ts';
import { wellFormed } from '#lib/door/well-formed.ts';
import type { ActionResult } from './result.ts';
import { toActionError } from './to-action-error.ts';

export interface ActionDefinition<Schema extends z.ZodType> {
  permission: StaffPermission;
  input: Schema;
}

/**
 * Runs one action, always in this order: staff, permission, input, work, errors. An action is a public POST: whoever
 * calls it, with whatever, gets an answer from here.
 * @param raw the input, or how to read it: nothing is read of somebody who may not send it
 */
export async function runAction<Schema extends z.ZodType, Value>(
  { permission, input }: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: StaffContext, input: z.infer<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> {
  const requestId = randomUUID();
  try {
    const context = await requireStaff(permission);
    const sent = wellFormed.parse(typeof raw === 'function' ? await raw() : raw);
    return { ok: true, value: await work(context, input.parse(sent)) };
  } catch (error) {
    return { ok: false, error: toActionError(error, requestId, runningDesk().log) };
  }
}
