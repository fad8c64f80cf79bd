import 'server-only';
import type { z } from 'zod';
import type { SignedIn, StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireDuePasskey } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { type Reauthenticated, requireReauthentication } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { runAction, runPersonalAction, runPublicAction } from './run-action.ts';

/** A server action as components call it: a refusal is a value, not an exception. */
type Action<Input, Answer> = (input: Input) => Promise<ActionResult<Answer>>;

/** Carries out an action. Answers `null` where there is no result. */
type Verb<Context, Schema extends z.ZodType, Answer> = (context: Context, input: z.output<Schema>) => Promise<Answer>;

/** The location, which every action has beside the input of its verb. */
interface AtLocation {
  locationId: string;
}

/**
 * Defines a server action: the required permission, the schema of its input, and the verb that carries it out at the location.
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

/**
 * One that gives access to others, such as a PIN, a role or a key: its verb takes the context of a person who has entered their
 * password or used a passkey within the last minutes. The page asks for it where the action answers `reauthenticationNeeded`. A
 * person without the passkey that their gym requires is refused, except by what changes the requirement (`isPasskeyOptional`).
 */
export const reauthenticatedAction =
  <Schema extends z.ZodType, Answer>(
    permission: StaffPermission,
    schema: Schema,
    verb: Verb<Reauthenticated, Schema, Answer>,
    { isPasskeyOptional = false } = {},
  ): Action<z.input<Schema> & AtLocation, Answer> =>
  async (raw) =>
    runAction({ permission, input: schema }, raw, async (context, input) => {
      if (!isPasskeyOptional) await requireDuePasskey(context.desk, context.staff);
      return verb(requireReauthentication(context), input);
    });

/**
 * One that concerns the person or the browser, and no location.
 * @param evenWaiting for one that adds a passkey: a session that waits for it has no other actions
 */
export const personalAction =
  <Schema extends z.ZodType, Answer>(
    permission: StaffPermission,
    schema: Schema,
    verb: Verb<SignedIn, Schema, Answer>,
    { evenWaiting = false } = {},
  ): Action<z.input<Schema>, Answer> =>
  async (raw) =>
    runPersonalAction({ permission, input: schema, evenWaiting }, raw, verb);

/** One that concerns the person, and what they sign in with. `evenWaiting` as above. */
export const reauthenticatedPersonalAction =
  <Schema extends z.ZodType, Answer>(
    permission: StaffPermission,
    schema: Schema,
    verb: Verb<Reauthenticated<SignedIn>, Schema, Answer>,
    { evenWaiting = false } = {},
  ): Action<z.input<Schema>, Answer> =>
  async (raw) =>
    runPersonalAction({ permission, input: schema, evenWaiting }, raw, (context, input) =>
      verb(requireReauthentication(context), input),
    );

/** One that needs no session. */
export const publicAction =
  <Schema extends z.ZodType, Answer>(
    schema: Schema,
    verb: Verb<DeskContext, Schema, Answer>,
  ): Action<z.input<Schema>, Answer> =>
  async (raw) =>
    runPublicAction(schema, raw, verb);
