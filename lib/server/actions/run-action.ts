import 'server-only';
import type { z } from 'zod';
import { auditRefusal } from '#lib/server/auth/audit-refusal.ts';
import { contextAt, type SignedIn, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireStaff } from '#lib/server/auth/require-staff.ts';
import { noteActivity } from '#lib/server/auth/session/sessions.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { joinRequest } from '#lib/server/log/run-in-context.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { toActionError } from './to-action-error.ts';

interface ActionDefinition<Schema extends z.ZodType> {
  permission: StaffPermission;
  input: Schema;
}

/** What the page that calls says of itself: another tab may show another location, and the session has none. */
interface AtLocation {
  locationId: string;
}

/**
 * Runs one action, always in this order: staff, permission, input, location, work, errors. An action is a public POST:
 * whoever calls it, with whatever, gets an answer from here.
 * @param raw the input, or how to read it: nothing is read of somebody who may not send it
 * @param work done at the location that the input names
 */
export const runAction = <Schema extends z.ZodType<AtLocation>, Value>(
  definition: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: StaffContext, input: z.infer<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> =>
  run(definition, raw, work, async (signedIn, { locationId }) => {
    const context = await contextAt(signedIn, locationId);
    noteActivity(context.desk, context.session);
    return context;
  });

/** Runs an action that is of the person or the browser, whatever the location: in the same order, without one. */
export const runPersonalAction = <Schema extends z.ZodType, Value>(
  definition: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: SignedIn, input: z.infer<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> => run(definition, raw, work, async (signedIn) => signedIn);

async function run<Schema extends z.ZodType, Context extends SignedIn, Value>(
  { permission, input }: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: Context, input: z.infer<Schema>) => Promise<Value>,
  place: (signedIn: SignedIn, input: z.infer<Schema>) => Promise<Context>,
): Promise<ActionResult<Value>> {
  const { log } = runningDesk();
  return joinRequest(log, async (requestId) => {
    let known: SignedIn | undefined;
    try {
      const signedIn = await requireStaff(permission);
      known = signedIn;
      const sent = input.parse(wellFormed.parse(typeof raw === 'function' ? await raw() : raw));
      const context = await place(signedIn, sent);
      known = context;
      return { ok: true, value: await work(context, sent) };
    } catch (error) {
      // what is not of the person's own place is refused by the work
      if (known) await auditRefusal(known, permission, error);
      return { ok: false, error: toActionError(error, requestId, log) };
    }
  });
}
