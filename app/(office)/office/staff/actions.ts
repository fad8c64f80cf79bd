'use server';

import { z } from 'zod';
import { runAction } from '#lib/actions/run-action.ts';
import { contextAt, type StaffContext } from '#lib/auth/load-staff.ts';
import * as accounts from '#lib/desk/staff/accounts-of-staff.ts';
import * as badges from '#lib/desk/staff/badges.ts';
import * as sessions from '#lib/desk/staff/end-sessions.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AccountSearch, BadgeOutcome, LinkOutcome } from '#lib/wire/staff.ts';

/** The location that the page stands for; another tab may have switched since. */
const place = { locationId: z.uuid() };
type At<Input> = Input & { locationId: string };

function manage<Shape extends z.ZodRawShape, Value>(
  input: z.ZodObject<Shape>,
  raw: unknown,
  work: (context: StaffContext, input: z.infer<z.ZodObject<Shape>>) => Promise<Value>,
): Promise<ActionResult<Value>> {
  return runAction({ permission: 'manageLocation', input: z.object(place).loose() }, raw, (context, { locationId }) =>
    work(contextAt(context, locationId), input.parse(raw)),
  );
}

export async function giveBadge(input: At<badges.BadgeInput>): Promise<ActionResult<BadgeOutcome>> {
  return manage(badges.badgeInput, input, badges.giveBadge);
}

export async function changePin(input: At<badges.ChangePinInput>): Promise<ActionResult<null>> {
  return manage(badges.changePinInput, input, badges.changePin);
}

export async function takeBadge(input: At<badges.TakeBadgeInput>): Promise<ActionResult<null>> {
  return manage(badges.takeBadgeInput, input, badges.takeBadge);
}

export async function openBadge(input: At<badges.OpenBadgeInput>): Promise<ActionResult<null>> {
  return manage(badges.openBadgeInput, input, badges.openBadge);
}

export async function endSessions(input: At<sessions.EndSessionsInput>): Promise<ActionResult<null>> {
  return manage(sessions.endSessionsInput, input, sessions.endSessions);
}

export async function findStaffAccount(input: At<accounts.AccountSearchInput>): Promise<ActionResult<AccountSearch>> {
  return manage(accounts.accountSearchInput, input, accounts.findStaffAccount);
}

export async function linkAccount(input: At<accounts.LinkInput>): Promise<ActionResult<LinkOutcome>> {
  return manage(accounts.linkInput, input, accounts.linkAccount);
}

export async function unlinkAccount(input: At<accounts.UnlinkInput>): Promise<ActionResult<null>> {
  return manage(accounts.unlinkInput, input, accounts.unlinkAccount);
}
