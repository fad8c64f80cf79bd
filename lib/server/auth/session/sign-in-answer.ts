import type { Staff } from '#lib/server/db/schema/staff.ts';

/** The outcome of a sign-in attempt. */
export type SignInAnswer =
  | { kind: 'signedIn'; staff: Staff }
  | { kind: 'wrong' }
  /** The password is right, and the person has a passkey, which is needed too. */
  | { kind: 'passkeyNeeded' }
  | { kind: 'tooManyAttempts' }
  /** Too many sign-ins of this client wait to be checked. */
  | { kind: 'busy' }
  /** The badge had too many wrong PINs: a manager has to unlock it. */
  | { kind: 'locked' }
  /** No password sign-in succeeded in this browser before: badges are not accepted. */
  | { kind: 'unknownBrowser' }
  /** The right PIN, but too short for the role of its person. */
  | { kind: 'weakPin' }
  /** The password chosen with a link breaks a rule, or is missing for somebody who has none. */
  | { kind: 'unsafePassword' };
