import type { DefaultSession, DefaultUser } from 'next-auth';

/** The claims in the session cookie of staff, once it was verified; a cookie of an earlier version of the desk has neither. */
interface Claim {
  sessionId?: string;
  version?: number;
}

declare module 'next-auth' {
  interface Session extends Claim {
    expires: DefaultSession['expires'];
  }
  interface User extends DefaultUser, Claim {}
}

declare module 'next-auth/jwt' {
  interface JWT extends Claim {}
}
