import 'server-only';
import { z } from 'zod';
import { auditRefusal } from '#lib/server/auth/audit-refusal.ts';
import { authorise, contextAt, requireActive, type SignedIn, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireStaff } from '#lib/server/auth/require-staff.ts';
import { noteActivity } from '#lib/server/auth/session/sessions.ts';
import { type DeskContext, runningDesk } from '#lib/server/base/desk-context.ts';
import { joinRequest } from '#lib/server/log/run-in-context.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { toActionError } from './to-action-error.ts';

interface ActionDefinition<Schema extends z.ZodType> {
  permission: StaffPermission;
  input: Schema;
  /** The URL of the request, where it names the location too, as those of posted routes do. */
  url?: string;
  /**
   * When it was done, epoch milliseconds, for input that may have waited in the browser until the location was retired;
   * null where that is not known.
   */
  madeAt?: (desk: DeskContext, input: z.output<Schema>) => number | null;
  /** Whether it adds the passkey that a session waits for. */
  evenWaiting?: boolean;
}

/** Sent with each call: another tab may show another location, and the session has none. */
const place = z.object({ locationId: z.uuid() });

/**
 * Runs one action, always in this order: session, permission, input, location, work, errors. An action is a public POST endpoint:
 * anyone may call it with anything.
 * @param raw the input and the location, or a function that reads them: it is called only after the permission is checked
 */
export const runAction = <Schema extends z.ZodType, Value>(
  definition: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: StaffContext, input: z.output<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> =>
  runSignedIn(definition, raw, work, async (signedIn, sent, input) => {
    const madeAt = () => definition.madeAt?.(signedIn.desk, input) ?? null;
    const here = await contextAt(signedIn, place.parse(sent).locationId, { madeAt });
    const context = authorise(here, definition.permission);
    noteActivity(context.desk, context.session);
    return context;
  });

/** Runs an action that concerns the person or the browser: in the same order, without a location. */
export const runPersonalAction = <Schema extends z.ZodType, Value>(
  definition: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: SignedIn, input: z.output<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> =>
  runSignedIn(definition, raw, work, async (signedIn) => {
    await requireActive(signedIn);
    noteActivity(signedIn.desk, signedIn.session);
    return signedIn;
  });

/** Runs an action that needs no session: input, work, errors, in that order. */
export const runPublicAction = <Schema extends z.ZodType, Value>(
  input: Schema,
  raw: unknown,
  work: (desk: DeskContext, input: z.output<Schema>) => Promise<Value>,
): Promise<ActionResult<Value>> => answer((desk) => work(desk, input.parse(wellFormed.parse(raw))));

const runSignedIn = <Schema extends z.ZodType, Context extends SignedIn, Value>(
  { permission, input, url, madeAt, evenWaiting }: ActionDefinition<Schema>,
  raw: unknown,
  work: (context: Context, input: z.output<Schema>) => Promise<Value>,
  placeOf: (signedIn: SignedIn, sent: unknown, input: z.output<Schema>) => Promise<Context>,
): Promise<ActionResult<Value>> =>
  answer(async () => {
    let known: SignedIn | undefined;
    try {
      const signedIn = await requireStaff(permission, { url, withRetired: madeAt !== undefined, evenWaiting });
      known = signedIn;
      const sent = wellFormed.parse(typeof raw === 'function' ? await raw() : raw);
      const asked = input.parse(sent);
      const context = await placeOf(signedIn, sent, asked);
      known = context;
      return await work(context, asked);
    } catch (error) {
      // refusals of the location and of the work are audited too
      if (known) await auditRefusal(known, { permission, error });
      throw error;
    }
  });

function answer<Value>(act: (desk: DeskContext) => Promise<Value>): Promise<ActionResult<Value>> {
  const desk = runningDesk();
  return joinRequest(desk.log, async (requestId) => {
    try {
      return { ok: true, value: await act(desk) };
    } catch (error) {
      return { ok: false, error: toActionError({ log: desk.log, requestId }, error) };
    }
  });
}
