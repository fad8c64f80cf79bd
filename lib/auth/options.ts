import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import credentialsProvider from 'next-auth/providers/credentials';
import { z } from 'zod';
import { runningDesk } from '#lib/desk/desk.ts';
import { signInStaff } from './sign-in.ts';

const shiftS = 12 * 60 * 60;

const credentials = z.object({ email: z.string().max(320), password: z.string().max(1_000) });

/** Sign-in of staff. The session is a signed cookie that names the person; what they may do is read anew each time. */
export const authOptions = (): NextAuthOptions => ({
  secret: runningDesk().secret,
  session: { strategy: 'jwt', maxAge: shiftS },
  pages: { signIn: '/sign-in', error: '/sign-in' },
  providers: [
    credentialsProvider({
      credentials: { email: {}, password: {} },
      authorize: async (raw) => {
        const given = credentials.safeParse(raw);
        if (!given.success) return null;
        const answer = await signInStaff(runningDesk(), given.data);
        if (answer.kind === 'tooManyAttempts') throw new Error(answer.kind);
        return answer.kind === 'signedIn' ? { id: answer.staff.id } : null;
      },
    }),
  ],
  callbacks: {
    // neither name nor address travels in the cookie or to the browser
    jwt: ({ token }) => ({ sub: token.sub }),
    session: ({ token, session }) => ({ expires: session.expires, staffId: token.sub }),
  },
});
