import { encode } from 'next-auth/jwt';
import type { SessionClaim } from '#lib/server/auth/session/sessions.ts';

/** The token of a session cookie, as next-auth makes it. */
export const sessionTokenOf = (secret: string, claim: SessionClaim | object): Promise<string> =>
  encode({ secret, token: { ...claim } });
