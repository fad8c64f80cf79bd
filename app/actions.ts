'use server';

import { z } from 'zod';
import { action, personalAction } from '#lib/server/actions/action.ts';
import * as choices from '#lib/server/auth/keep-choices.ts';
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
