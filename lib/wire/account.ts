import { z } from 'zod';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';
import { longestTypedPassword } from './typed-password.ts';

/** A session of the signed-in person. */
export interface OwnSession {
  id: string;
  /** Such as `Firefox, Windows`; null where it is not known. */
  browser: string | null;
  startedAt: string;
  /** The last activity, to the minute. */
  activeAt: string;
  /** Whether it is the one that asks. */
  isThis: boolean;
}

/** A change of the own password. */
export const passwordChange = z.object({
  current: z.string().min(1).max(longestTypedPassword),
  next: z.string().min(shortestPassword).max(longestPassword),
});
export type PasswordChange = z.infer<typeof passwordChange>;

export type PasswordOutcome =
  | { kind: 'changed' }
  /** The current password is wrong. */
  | { kind: 'wrong' }
  | { kind: 'tooManyAttempts' }
  /** The new one is easy to guess: one of the most used, or mainly the name of the person or of a gym. */
  | { kind: 'unsafe' };

export const ownSessionInput = z.object({ sessionId: z.uuid() });
export type OwnSessionInput = z.infer<typeof ownSessionInput>;
