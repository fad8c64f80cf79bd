import 'server-only';
import type { SignedIn, StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isRecentlyAuthenticated } from '#shared/session/session-rules.ts';

declare const isRecent: unique symbol;

/**
 * The context of a person who has entered their password or used a passkey within the last minutes. A verb that asks for this type
 * can only be called by an action that has checked it (`reauthenticatedAction`).
 */
export type Reauthenticated<Context extends SignedIn = StaffContext> = Context & { readonly [isRecent]: true };

/** @throws ActionFailure `reauthenticationNeeded` */
export function requireReauthentication<Context extends SignedIn>(context: Context): Reauthenticated<Context> {
  const { desk, session } = context;
  if (isRecentlyAuthenticated(session.authenticatedAt, desk.clock())) {
    return context as Reauthenticated<Context>; // safe because: the line above is the check that the type stands for
  }
  throw new ActionFailure('reauthenticationNeeded', 'The person has to enter their password or use a passkey again.');
}
