'use server';

import { action, reauthenticatedAction } from '#lib/server/actions/action.ts';
import * as accounts from '#lib/server/staff/accounts-of-staff.ts';
import * as reports from '#lib/server/staff/allow-reports.ts';
import * as badges from '#lib/server/staff/badges.ts';
import * as change from '#lib/server/staff/change-colleague.ts';
import * as colleague from '#lib/server/staff/colleague.ts';
import { correctColleague as correct } from '#lib/server/staff/correct-colleague.ts';
import { forgetColleague as forget } from '#lib/server/staff/forget-colleague.ts';
import * as invitations from '#lib/server/staff/invite.ts';
import * as mail from '#lib/server/staff/mail-link.ts';
import * as requirement from '#lib/server/staff/require-passkeys.ts';
import { withdrawInvitation as withdraw } from '#lib/server/staff/withdraw-invitation.ts';
import * as wire from '#lib/wire/staff.ts';

export const giveBadge = reauthenticatedAction('manageLocation', wire.badgeInput, badges.giveBadge);

export const changePin = reauthenticatedAction('manageLocation', wire.changePinInput, badges.changePin);

export const takeBadge = action('manageLocation', wire.takeBadgeInput, badges.takeBadge);

export const openBadge = action('manageLocation', wire.openBadgeInput, badges.openBadge);

export const endSessions = action('manageLocation', wire.endSessionsInput, colleague.endSessions);

export const findStaffAccount = action('manageLocation', wire.accountSearchInput, accounts.findStaffAccount);

export const linkAccount = action('manageLocation', wire.linkInput, accounts.linkAccount);

export const unlinkAccount = action('manageLocation', wire.unlinkInput, accounts.unlinkAccount);

export const inviteColleague = reauthenticatedAction('manageLocation', wire.inviteInput, invitations.inviteColleague);

export const createLink = reauthenticatedAction('manageLocation', wire.colleagueInput, invitations.createLink);

export const mailLink = action('manageLocation', wire.mailLinkInput, mail.mailLink);

export const placeColleague = reauthenticatedAction('manageLocation', wire.placeInput, change.placeColleague);

export const correctColleague = reauthenticatedAction('manageLocation', wire.correctInput, correct);

export const forgetColleague = reauthenticatedAction('manageLocation', wire.colleagueInput, forget);

export const allowReports = reauthenticatedAction('manageLocation', wire.reportsInput, reports.allowReports);

export const disableColleague = action('manageLocation', wire.colleagueInput, change.disableColleague);

export const enableColleague = reauthenticatedAction('manageLocation', wire.colleagueInput, change.enableColleague);

export const withdrawInvitation = action('manageLocation', wire.colleagueInput, withdraw);

export const removePasskeys = reauthenticatedAction('manageLocation', wire.colleagueInput, change.removePasskeys);

export const giveTimeForPasskey = reauthenticatedAction(
  'manageLocation',
  wire.colleagueInput,
  requirement.giveTimeForPasskey,
);

export const requirePasskeys = reauthenticatedAction(
  'manageLocation',
  wire.requirePasskeysInput,
  requirement.requirePasskeys,
  { isPasskeyOptional: true },
);
