'use server';

import { action, personalAction } from '#lib/server/actions/action.ts';
import * as badge from '#lib/server/auth/badge/is-badge.ts';
import * as choices from '#lib/server/auth/keep-choices.ts';
import * as sessions from '#lib/server/auth/sign-out-everywhere.ts';

export const setLocale = personalAction('readFloor', choices.localeInput, choices.keepLocale);

/** Keeps the look of this browser. */
export const setTheme = personalAction('readFloor', choices.themeInput, choices.keepTheme);

/** Ends all sessions of whom this screen is, this one too. */
export const signOutEverywhere = action('readFloor', sessions.signOutInput, sessions.signOutEverywhere);

/** Whether a card is the badge of somebody who may take over this screen. Says nothing of a member's card. */
export const isBadge = action('readFloor', badge.cardInput, badge.isBadge);
