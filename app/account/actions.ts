'use server';

import * as password from '#lib/server/account/change-password.ts';
import * as sessions from '#lib/server/account/own-sessions.ts';
import { personalAction } from '#lib/server/actions/action.ts';
import * as wire from '#lib/wire/account.ts';
import { shortestPassword } from '#shared/password/password.ts';

export const changePassword = personalAction(
  'readFloor',
  wire.passwordChange(shortestPassword),
  password.changePassword,
);

export const endOwnSession = personalAction('readFloor', wire.ownSessionInput, sessions.endOwnSession);
