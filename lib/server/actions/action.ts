import 'server-only';
import type { z } from 'zod';
import type { SignedIn, StaffContext } from '#lib/server/auth/load-staff.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { runAction, runPersonalAction, runPublicAction } from './run-action.ts';

/** A server action as a component calls it: what the desk refuses is an answer too. */
type Action<Input, Answer> = (input: Input) => Promise<ActionResult<Answer>>;

/** What is done with the input of an action. It answers `null` where there is nothing to say but that it is done. */
type Verb<Context, Schema extends z.ZodType, Answer> = (context: Context, input: z.output<Schema>) => Promise<Answer>;

/** What every action says beside the input of its verb: which gym it is for. */
interface AtLocation {
  locationId: string;
}

/**
 * A server action: who may call it, what it is sent, and the verb that does it at the location that is named.
 *
 *     export const writeNote = action('editMembers', noteInput, notes.writeNote);
 */
export const action =
  <Schema extends z.ZodType, Answer>(
    permission: StaffPermission,
    schema: Schema,
    verb: Verb<StaffContext, Schema, Answer>,
  ): Action<z.input<Schema> & AtLocation, Answer> =>
  async (raw) =>
    runAction({ permission, input: schema }, raw, verb);

/** One that is of the person or the browser, whatever the location. */
export const personalAction =
  <Schema extends z.ZodType, Answer>(
    permission: StaffPermission,
    schema: Schema,
    verb: Verb<SignedIn, Schema, Answer>,
  ): Action<z.input<Schema>, Answer> =>
  async (raw) =>
    runPersonalAction({ permission, input: schema }, raw, verb);

/** One that needs nobody to be signed in. */
export const publicAction =
  <Schema extends z.ZodType, Answer>(
    schema: Schema,
    verb: Verb<DeskContext, Schema, Answer>,
  ): Action<z.input<Schema>, Answer> =>
  async (raw) =>
    runPublicAction(schema, raw, verb);
