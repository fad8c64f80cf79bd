import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';

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

/** A person may have one for each of their devices, and keys in a drawer. */
export const mostPasskeys = 20;

const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);
const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key') };

/** What an authenticator answers to the question for a new passkey, as WebAuthn's `toJSON` writes it. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(12_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** The proof that a person has used a passkey. */
export const passkeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(200).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** The parts of WebAuthn's options that a browser needs to use a passkey. */
export interface PasskeyQuestion {
  challenge: string;
  rpId?: string;
  timeout?: number;
  userVerification?: 'required' | 'preferred' | 'discouraged';
  allowCredentials?: { id: string; type: 'public-key'; transports?: string[] }[];
}

export const addPasskeyInput = z.object({ passkey: newPasskey });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

export type AddPasskeyOutcome =
  | { kind: 'added'; name: string }
  /** The challenge has expired, or the answer is not the authenticator's. */
  | { kind: 'notAccepted' }
  | { kind: 'tooMany' };

const ofPasskey = z.object({ id: bytes(1_400) });
export const renamePasskeyInput = ofPasskey.extend({ name: requiredText(60) });
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;
export const removePasskeyInput = ofPasskey;
export type RemovePasskeyInput = z.infer<typeof removePasskeyInput>;

export type RemovePasskeyOutcome =
  | { kind: 'removed' }
  /** A gym of the person requires one. */
  | { kind: 'lastOne' };
