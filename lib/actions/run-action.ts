import 'server-only';
import type { z } from 'zod';
import { auditRefusal } from '#lib/auth/audit-refusal.ts';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { noteActivity } from '#lib/auth/session/sessions.ts';
import { runningDesk } from '#lib/desk/base/desk-context.ts';
import { joinRequest } from '#lib/log/run-in-context.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { toActionError } from './to-action-error.ts';

interface ActionDefinition<Schema extends z.ZodType> {
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
  const { log } = runningDesk();
  return joinRequest(log, async (requestId) => {
    let context: StaffContext | undefined;
    try {
      context = await requireStaff(permission);
      noteActivity(context.desk, context.session);
      const sent = wellFormed.parse(typeof raw === 'function' ? await raw() : raw);
      return { ok: true, value: await work(context, input.parse(sent)) };
    } catch (error) {
      // what is not of the person's own place is refused by the work
      if (context) await auditRefusal(context, permission, error);
      return { ok: false, error: toActionError(error, requestId, log) };
    }
  });
}
