import 'server-only';
import type { SignedIn, StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { reauthenticationMin } from '#lib/wire/reauthentication-age.ts';

declare const isRecent: unique symbol;

/**
 * The context of a person who has entered their password or used a passkey within the last minutes. A verb that asks for this type
 * can only be called by an action that has checked it (`reauthenticatedAction`).
 */
export type Reauthenticated<Context extends SignedIn = StaffContext> = Context & { readonly [isRecent]: true };

/** @throws ActionFailure `reauthenticationNeeded` */
export function requireReauthentication<Context extends SignedIn>(context: Context): Reauthenticated<Context> {
  const { desk, session } = context;
  const agoMs = session.authenticatedAt ? desk.clock() - session.authenticatedAt.getTime() : null;
  // a clock that was set back does not prolong it
  if (agoMs !== null && Math.abs(agoMs) <= reauthenticationMin * 60_000) {
    return context as Reauthenticated<Context>; // safe because: the line above is the check that the type stands for
  }
  throw new ActionFailure('reauthenticationNeeded', 'The person has to enter their password or use a passkey again.');
}
