'use server';

import { action, personalAction } from '#lib/server/actions/action.ts';
import * as badge from '#lib/server/auth/badge/is-badge.ts';
import * as choices from '#lib/server/auth/keep-choices.ts';
import * as sessions from '#lib/server/auth/sign-out-everywhere.ts';

export const setLocale = personalAction('readFloor', choices.localeInput, choices.keepLocale);

/** Stores the theme for this browser. */
export const setTheme = personalAction('readFloor', choices.themeInput, choices.keepTheme);

/** Ends all sessions of the signed-in user, including this one. */
export const signOutEverywhere = action('readFloor', sessions.signOutInput, sessions.signOutEverywhere);

/** Whether a card is the badge of a colleague who may sign in at this screen. Reveals nothing about members' cards. */
export const isBadge = action('readFloor', badge.cardInput, badge.isBadge);
