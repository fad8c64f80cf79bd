import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import { newPasskey, passkeyId } from '#shared/webauthn/messages.ts';

/** A passkey of the signed-in person. */
export interface OwnPasskey {
  id: string;
  name: string;
  /** The host name that it belongs to, where the desk has another one now: it signs nobody in. Null for the others. */
  formerHost: string | null;
  createdAt: string;
  /** Null where it has never been used. */
  lastUsedAt: string | null;
}

/** Whether the person can sign in with it. */
export const signsIn = ({ formerHost }: Pick<OwnPasskey, 'formerHost'>): boolean => formerHost === null;

export const addPasskeyInput = z.object({ passkey: newPasskey });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

export type AddPasskeyOutcome =
  | { kind: 'added'; name: string }
  /** The challenge has expired, or the answer is not the authenticator's. */
  | { kind: 'notAccepted' }
  | { kind: 'tooMany' };

export const longestPasskeyName = 60;

const ofPasskey = z.object({ id: passkeyId });
export const renamePasskeyInput = ofPasskey.extend({ name: requiredText(longestPasskeyName) });
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;
export const removePasskeyInput = ofPasskey;
export type RemovePasskeyInput = z.infer<typeof removePasskeyInput>;

export type RemovePasskeyOutcome =
  | { kind: 'removed' }
  /** A gym of the person requires one. */
  | { kind: 'lastOne' };
