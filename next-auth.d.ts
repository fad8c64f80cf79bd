import type { DefaultSession, DefaultUser } from 'next-auth';

/** What the cookie of staff says, once it has been checked; one of an earlier version of the desk says neither. */
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
