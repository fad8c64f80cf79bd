'use server';

import { action } from '#lib/server/actions/action.ts';
import * as accounts from '#lib/server/staff/accounts-of-staff.ts';
import * as badges from '#lib/server/staff/badges.ts';
import * as change from '#lib/server/staff/change-colleague.ts';
import * as colleague from '#lib/server/staff/colleague.ts';
import * as invitations from '#lib/server/staff/invite.ts';
import * as wire from '#lib/wire/staff.ts';

export const giveBadge = action('manageLocation', wire.badgeInput, badges.giveBadge);

export const changePin = action('manageLocation', wire.changePinInput, badges.changePin);

export const takeBadge = action('manageLocation', wire.takeBadgeInput, badges.takeBadge);

export const openBadge = action('manageLocation', wire.openBadgeInput, badges.openBadge);

export const endSessions = action('manageLocation', wire.endSessionsInput, colleague.endSessions);

export const findStaffAccount = action('manageLocation', wire.accountSearchInput, accounts.findStaffAccount);

export const linkAccount = action('manageLocation', wire.linkInput, accounts.linkAccount);

export const unlinkAccount = action('manageLocation', wire.unlinkInput, accounts.unlinkAccount);

export const inviteColleague = action('manageLocation', wire.inviteInput, invitations.inviteColleague);

export const createLink = action('manageLocation', wire.colleagueInput, invitations.createLink);

export const placeColleague = action('manageLocation', wire.placeInput, change.placeColleague);

export const disableColleague = action('manageLocation', wire.colleagueInput, change.disableColleague);

export const enableColleague = action('manageLocation', wire.colleagueInput, change.enableColleague);
