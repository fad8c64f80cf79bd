import type { Seal } from '#shared/seal/seal.ts';

/** Settings of the owner's console. */
export interface OwnerRules {
  /** The platform's public address, whose host name passkeys belong to. */
  publicUrl: string;
  /** Whether owners need a passkey. */
  requiresPasskeys?: boolean;
  /** HMAC key of the digests by which failed sign-ins are counted, and of the cookies of known browsers and of challenges. */
  secret: string;
  /** The previous one, during a change: browsers stay known by it. */
  previousSecret?: string | undefined;
  /** Encrypts a new key on its way from the request that created it to the page that shows it. */
  seal: Seal;
  /** Minimum delay of the response to a failed sign-in, if it differs from the default. */
  soonestFailureMs?: number;
  /**
   * In a sandbox only: the address of the owner that a link signs in; undefined if the link was used or was never issued.
   */
  redeemLink?: ((token: string) => Promise<string | undefined>) | undefined;
}
