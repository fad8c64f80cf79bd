import { z } from 'zod';
import { type PasskeyQuestion, passkeyProof } from '#shared/webauthn/messages.ts';
import { longestTypedPassword } from './typed-password.ts';

/** How the signed-in person may prove who they are. */
export interface ReauthenticationMeans {
  hasPassword: boolean;
  /** Null for a person without a passkey, or at an address of the desk where passkeys do not work. */
  passkey: PasskeyQuestion | null;
}

export const reauthenticationInput = z.union([
  z.object({ password: z.string().min(1).max(longestTypedPassword) }),
  z.object({ passkey: passkeyProof }),
]);
export type ReauthenticationInput = z.infer<typeof reauthenticationInput>;

export type ReauthenticationOutcome = { kind: 'confirmed' } | { kind: 'wrong' } | { kind: 'tooManyAttempts' };
