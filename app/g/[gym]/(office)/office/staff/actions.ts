'use server';

import { z } from 'zod';
import { runAction } from '#lib/server/actions/run-action.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import * as accounts from '#lib/server/staff/accounts-of-staff.ts';
import * as badges from '#lib/server/staff/badges.ts';
import * as colleague from '#lib/server/staff/colleague.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import * as wire from '#lib/wire/staff.ts';

/** The location that the page stands for; another tab may have switched since. */
const place = { locationId: z.uuid() };
type At<Input> = Input & { locationId: string };

function manage<Shape extends z.ZodRawShape, Value>(
  input: z.ZodObject<Shape>,
  raw: unknown,
  work: (context: StaffContext, input: z.infer<z.ZodObject<Shape>>) => Promise<Value>,
): Promise<ActionResult<Value>> {
  return runAction({ permission: 'manageLocation', input: z.object(place).loose() }, raw, (context) =>
    work(context, input.parse(raw)),
  );
}

export async function giveBadge(input: At<wire.BadgeInput>): Promise<ActionResult<wire.BadgeOutcome>> {
  return manage(wire.badgeInput, input, badges.giveBadge);
}

export async function changePin(input: At<wire.ChangePinInput>): Promise<ActionResult<null>> {
  return manage(wire.changePinInput, input, badges.changePin);
}

export async function takeBadge(input: At<wire.TakeBadgeInput>): Promise<ActionResult<null>> {
  return manage(wire.takeBadgeInput, input, badges.takeBadge);
}

export async function openBadge(input: At<wire.OpenBadgeInput>): Promise<ActionResult<null>> {
  return manage(wire.openBadgeInput, input, badges.openBadge);
}

export async function endSessions(input: At<wire.EndSessionsInput>): Promise<ActionResult<null>> {
  return manage(wire.endSessionsInput, input, colleague.endSessions);
}

export async function findStaffAccount(input: At<wire.AccountSearchInput>): Promise<ActionResult<wire.AccountSearch>> {
  return manage(wire.accountSearchInput, input, accounts.findStaffAccount);
}

export async function linkAccount(input: At<wire.LinkInput>): Promise<ActionResult<wire.LinkOutcome>> {
  return manage(wire.linkInput, input, accounts.linkAccount);
}

export async function unlinkAccount(input: At<wire.UnlinkInput>): Promise<ActionResult<null>> {
  return manage(wire.unlinkInput, input, accounts.unlinkAccount);
}
