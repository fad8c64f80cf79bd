'use server';

import { z } from 'zod';
import { action, personalAction, publicAction } from '#lib/server/actions/action.ts';
import * as badge from '#lib/server/auth/badge/is-badge.ts';
import * as badges from '#lib/server/auth/badge/takes-badges.ts';
import * as choices from '#lib/server/auth/keep-choices.ts';
import { askAtSignIn } from '#lib/server/auth/passkeys/sign-in-by-passkey.ts';
import * as reauthentication from '#lib/server/auth/reauthentication/reauthenticate.ts';
import * as sessions from '#lib/server/auth/sign-out-everywhere.ts';
import { reauthenticationInput } from '#lib/wire/reauthentication.ts';

export const setLocale = personalAction('readFloor', choices.localeInput, choices.keepLocale);

/** Stores the theme for this browser. */
export const setTheme = personalAction('readFloor', choices.themeInput, choices.keepTheme);

/** How the signed-in user may prove again who they are. */
export const beginReauthentication = personalAction('readFloor', z.object({}), reauthentication.beginReauthentication, {
  evenWaiting: true,
});

/** Proves again who the signed-in user is, before an action that gives access to others. */
export const reauthenticate = personalAction('readFloor', reauthenticationInput, reauthentication.reauthenticate, {
  evenWaiting: true,
});

/** Ends all sessions of the signed-in user, including this one. */
export const signOutEverywhere = action('readFloor', sessions.signOutInput, sessions.signOutEverywhere);

/** Whether a card is the badge of a colleague who may sign in at this screen. Reveals nothing about members' cards. */
export const isBadge = action('readFloor', badge.cardInput, badge.isBadge);

/** The question for a passkey at the sign-in, the same for everybody. */
export const askForPasskey = publicAction(z.object({}), askAtSignIn);

/** Whether a badge can sign in at this browser, as the sign-in page shows to everybody. */
export const takesBadges = publicAction(z.object({}), badges.takesBadges);
