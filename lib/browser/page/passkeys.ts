import type { NewPasskey, PasskeyProof, PasskeyQuestion } from '#shared/webauthn/messages.ts';

/** No page needs this code for its start. Where somebody may sign in, `useLateCode` fetches it before it is asked for. */
export const importPasskeys = () => import('@simplewebauthn/browser');

/** Whether this browser offers passkeys at this address: only with HTTPS or at localhost, and never for an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Lets the person use one of their passkeys. @returns null where they did not, or have none here */
export async function provePasskey(question: PasskeyQuestion): Promise<PasskeyProof | null> {
  const { startAuthentication } = await importPasskeys();
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: question });
    return { id, rawId, type: 'public-key', response, clientExtensionResults: {} };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** The question for a new passkey, as WebAuthn writes it. */
export type PasskeyCreation = Parameters<
  Awaited<ReturnType<typeof importPasskeys>>['startRegistration']
>[0]['optionsJSON'];

type CreatedPasskey =
  | { kind: 'created'; passkey: NewPasskey }
  /** The person did not confirm, or the device cannot make one. */
  | { kind: 'cancelled' }
  /** The device has a passkey of this person already. */
  | { kind: 'alreadyHere' };

/** Lets the person create a passkey on one of their devices. */
export async function createPasskey(creation: PasskeyCreation): Promise<CreatedPasskey> {
  const { startRegistration } = await importPasskeys();
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: creation });
    const { clientDataJSON, attestationObject, transports } = response;
    const passkey = { id, rawId, type: 'public-key' as const, clientExtensionResults: {} };
    return { kind: 'created', passkey: { ...passkey, response: { clientDataJSON, attestationObject, transports } } };
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError') return { kind: 'alreadyHere' };
    if (isRefusal(error)) return { kind: 'cancelled' };
    throw error;
  }
}

/** The errors that browsers report when the person cancelled, or the device refused. */
const refusals = [
  'NotAllowedError',
  'AbortError',
  'NotSupportedError',
  'ConstraintError',
  'SecurityError',
  'UnknownError',
];

const isRefusal = (error: unknown) => error instanceof Error && refusals.includes(error.name);
