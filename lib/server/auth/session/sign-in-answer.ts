import type { Staff } from '#lib/server/db/schema/staff.ts';

/** What becomes of a sign-in. */
export type SignInAnswer =
  | { kind: 'signedIn'; staff: Staff }
  | { kind: 'wrong' }
  | { kind: 'tooManyAttempts' }
  /** Too many sign in at this moment. */
  | { kind: 'busy' }
  /** The badge had too many wrong PINs: a manager has to open it. */
  | { kind: 'locked' }
  /** Nobody has signed in by password in this browser: badges are not looked at. */
  | { kind: 'unknownBrowser' }
  /** The right PIN, and one that its person may not have any more. */
  | { kind: 'weakPin' };
