'use server';

import { z } from 'zod';
import * as password from '#lib/server/account/change-password.ts';
import * as passkeys from '#lib/server/account/own-passkeys.ts';
import * as sessions from '#lib/server/account/own-sessions.ts';
import { personalAction, reauthenticatedPersonalAction } from '#lib/server/actions/action.ts';
import * as wire from '#lib/wire/account.ts';
import * as wirePasskeys from '#lib/wire/passkeys.ts';

export const changePassword = personalAction('readFloor', wire.passwordChange, password.changePassword);

export const endOwnSession = personalAction('readFloor', wire.ownSessionInput, sessions.endOwnSession);

export const beginPasskey = reauthenticatedPersonalAction('readFloor', z.object({}), passkeys.beginPasskey, {
  evenWaiting: true,
});

export const addPasskey = personalAction('readFloor', wirePasskeys.addPasskeyInput, passkeys.addPasskey, {
  evenWaiting: true,
});

export const postponePasskey = personalAction('readFloor', z.object({}), passkeys.postponePasskey);

export const renamePasskey = reauthenticatedPersonalAction(
  'readFloor',
  wirePasskeys.renamePasskeyInput,
  passkeys.renamePasskey,
);

export const removePasskey = reauthenticatedPersonalAction(
  'readFloor',
  wirePasskeys.removePasskeyInput,
  passkeys.removePasskey,
);
