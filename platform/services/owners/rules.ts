import type { Seal } from '#shared/seal/seal.ts';
import type { SignInLink } from './sign-in-link.ts';

/** What the owner's console is started with. */
export interface OwnerRules {
  /** Keys the digests by which failed sign-ins are counted. */
  secret: string;
  /** Keeps a new key between the request that made it and the page that shows it. */
  seal: Seal;
  /** How long a stranger waits at least for the word of a failure, where it is not as long as everywhere. */
  soonestFailureMs?: number;
  /** In a sandbox alone. */
  signInLink?: SignInLink | undefined;
}
