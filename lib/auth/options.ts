import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import credentialsProvider from 'next-auth/providers/credentials';
import { z } from 'zod';
import { runningDesk } from '#lib/desk/desk.ts';
import { signInByBadge } from './badge/sign-in-by-badge.ts';
import { keepLocation } from './location-cookie.ts';
import { type SignInAnswer, signInStaff } from './sign-in.ts';

const shiftS = 12 * 60 * 60;

const credentials = z.object({ email: z.string().max(320), password: z.string().max(1_000) });
const badgeCredentials = z.object({
  card: z.string().min(1).max(1_024),
  source: z.enum(['scan', 'typed']),
  pin: z.string().max(100),
  locationId: z.uuid().optional(),
});

/** A cookie or an address that anybody can invent writes no line of the log. */
const mistakesOfStrangers: ReadonlySet<string> = new Set([
  'JWT_SESSION_ERROR',
  'INVALID_CALLBACK_URL_ERROR',
  'SIGNOUT_ERROR',
]);

/** Sign-in of staff. The session is a signed cookie that names the person; what they may do is read anew each time. */
export const authOptions = (): NextAuthOptions => ({
  secret: runningDesk().secret,
  session: { strategy: 'jwt', maxAge: shiftS },
  pages: { signIn: '/sign-in', error: '/sign-in' },
  logger: {
    error: (code) => {
      if (!mistakesOfStrangers.has(code)) runningDesk().log.error({ code }, 'next-auth could not do its work');
    },
    warn: () => {},
    debug: () => {},
  },
  providers: [
    credentialsProvider({
      credentials: { email: {}, password: {} },
      authorize: async (raw) => {
        const given = credentials.safeParse(raw);
        if (!given.success) return null;
        return userOf(await signInStaff(runningDesk(), given.data));
      },
    }),
    credentialsProvider({
      id: 'badge',
      credentials: { card: {}, source: {}, pin: {}, locationId: {} },
      authorize: async (raw) => {
        const given = badgeCredentials.safeParse(raw);
        if (!given.success) return null;
        const { locationId } = given.data;
        const user = userOf(await signInByBadge(runningDesk(), given.data));
        // the screen goes on where it is, whatever location the person worked for last
        if (user && locationId) await keepLocation(locationId);
        return user;
      },
    }),
  ],
  callbacks: {
    // neither name nor address travels in the cookie or to the browser
    jwt: ({ token }) => ({ sub: token.sub }),
    session: ({ token, session }) => ({ expires: session.expires, staffId: token.sub }),
  },
});

function userOf(answer: SignInAnswer): { id: string } | null {
  if (answer.kind === 'tooManyAttempts') throw new Error(answer.kind);
  return answer.kind === 'signedIn' ? { id: answer.staff.id } : null;
}
