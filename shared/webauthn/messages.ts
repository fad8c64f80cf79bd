import { z } from 'zod';

const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);

/** The id of a passkey, base64url. */
export const passkeyId = bytes(1_400);
const credential = { id: passkeyId, rawId: passkeyId, type: z.literal('public-key') };

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
