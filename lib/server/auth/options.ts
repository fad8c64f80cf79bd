import 'server-only';
import { getServerSession, type NextAuthOptions } from 'next-auth';
import credentialsProvider from 'next-auth/providers/credentials';
import { z } from 'zod';
import { longestEmail } from '#contracts/v2/primitives.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { inputBounds } from '#lib/server/door/body-limits.ts';
import { noteFailure } from '#lib/server/log/request-context.ts';
import { sessionCookie } from '#lib/wire/session-cookie-names.ts';
import { longestTypedPassword } from '#lib/wire/typed-password.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { shiftMs } from '#shared/session/session-rules.ts';
import { addressOf, type Browser } from '#shared/sign-in/browser.ts';
import { failSlowly } from '#shared/sign-in/fail-slowly.ts';
import { browserFor, browserForAnybody } from '#shared/sign-in/known-browser.ts';
import { passkeyProof } from '#shared/webauthn/messages.ts';
import { signInByBadge } from './badge/sign-in-by-badge.ts';
import { beginSession } from './begin-session.ts';
import { readBrowser, readBrowserName, readClientAddress, rememberBrowser, renewBrowser } from './browser/browser.ts';
import { cookieNamed } from './browser/cookie-named.ts';
import { lastLocationId } from './last-location.ts';
import { canRequireHere } from './passkeys/relying-party.ts';
import { signInByPasskey } from './passkeys/sign-in-by-passkey.ts';
import { findHomeLocation, type SignInMeans } from './session/audit-sign-in.ts';
import { endSession, type SessionClaim } from './session/sessions.ts';
import type { SignInAnswer } from './session/sign-in-answer.ts';
import { signInStaff } from './sign-in.ts';
import { signInByLink } from './sign-in-link.ts';

const credentials = z.object({ email: z.string().max(longestEmail), password: z.string().max(longestTypedPassword) });
const badgeCredentials = z.object({
  card: z.string().min(1).max(1_024),
  source: z.enum(['scan', 'typed']),
  pin: z.string().max(100),
  locationId: z.uuid().optional(),
});
const passkeyCredentials = z.object({ proof: z.string().max(20_000).transform(parseProof).pipe(passkeyProof) });
const linkCredentials = z.object({
  token: z.string().min(1).max(200),
  password: z.string().max(longestTypedPassword).optional(),
});

/** Errors that any client can cause with an invented cookie: they are not logged. */
const clientErrors: ReadonlySet<string> = new Set(['JWT_SESSION_ERROR', 'SIGNOUT_ERROR']);

/**
 * Sign-in of staff. The signed cookie names a session row; whether the session is valid, and what the person may do, is read
 * from the database for each request.
 */
export const authOptions = (): NextAuthOptions => ({
  secret: runningDesk().secret,
  session: { strategy: 'jwt', maxAge: shiftMs / 1_000 },
  pages: { signIn: '/sign-in', error: '/sign-in' },
  cookies: { sessionToken: ownCookie(sessionCookie), callbackUrl: ownCookie('next-auth.callback-url') },
  logger: {
    error: (code) => {
      if (!clientErrors.has(code)) runningDesk().log.error({ code }, 'next-auth could not do its work');
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
        const desk = runningDesk();
        const address = addressOf(given.data.email);
        const sentFrom = await readBrowser(desk);
        const browser = browserFor(desk, sentFrom, address);
        const answer = await failSlowly(browser, () => signInStaff(desk, { ...given.data, browser }));
        const user = await userOf(answer, { means: 'password', browser, hasAuthenticated: true });
        if (user) await rememberBrowser(desk, { ...sentFrom, address });
        return user;
      },
    }),
    credentialsProvider({
      id: 'badge',
      credentials: { card: {}, source: {}, pin: {}, locationId: {} },
      authorize: async (raw) => {
        const given = badgeCredentials.safeParse(raw);
        if (!given.success) return null;
        const { locationId } = given.data;
        const desk = runningDesk();
        const sentFrom = await readBrowser(desk);
        const browser = browserForAnybody(sentFrom);
        const answer = await failSlowly(browser, () => signInByBadge(desk, { ...given.data, browser }));
        const user = await userOf(answer, { means: 'badge', browser, locationId });
        if (user && sentFrom.device) await renewBrowser(desk, sentFrom.device);
        return user;
      },
    }),
    credentialsProvider({
      id: 'passkey',
      credentials: { proof: {} },
      authorize: async (raw) => {
        const given = passkeyCredentials.safeParse(raw);
        if (!given.success) return null;
        const desk = runningDesk();
        const sentFrom = await readBrowser(desk);
        const browser = browserForAnybody(sentFrom);
        const answer = await failSlowly(browser, () => signInByPasskey(desk, { ...given.data, browser }));
        const user = await userOf(answer, { means: 'passkey', browser, hasAuthenticated: true });
        if (user && answer.kind === 'signedIn') {
          await rememberBrowser(desk, { ...sentFrom, address: answer.staff.email });
        }
        return user;
      },
    }),
    credentialsProvider({
      id: 'link',
      credentials: { token: {}, password: {} },
      authorize: async (raw) => {
        const given = linkCredentials.safeParse(raw);
        if (!given.success) return null;
        const browser = browserForAnybody(await readBrowser(runningDesk()));
        const answer = await failSlowly(browser, () => signInByLink(runningDesk(), { ...given.data, browser }));
        const hasAuthenticated = given.data.password !== undefined;
        return userOf(answer, { means: 'link', browser, hasAuthenticated });
      },
    }),
  ],
  callbacks: {
    // the cookie and the browser get neither name nor e-mail address
    jwt: ({ token, user }) => claimOf(user ?? token),
    session: ({ token, session }) => ({ expires: session.expires, ...claimOf(token) }),
  },
  events: {
    // next-auth deletes the cookie all the same, and reports a failure here like an invented cookie
    signOut: ({ token }) =>
      signOut(claimOf(token)).catch((error: unknown) =>
        runningDesk().log.error(
          { error },
          'a session could not be ended at a sign-out: a copy of its cookie stays valid',
        ),
      ),
  },
});

/** A cookie of next-auth, which by itself gives these two a weaker prefix than to its others. */
function ownCookie(of: string) {
  const { name, secure } = cookieNamed(of);
  return { name, options: { httpOnly: true, sameSite: 'lax', path: '/', secure } };
}

function parseProof(text: string): unknown {
  try {
    return parseWithin(text, inputBounds);
  } catch {
    return null;
  }
}

const claimOf = ({ sessionId, version }: Partial<SessionClaim>) => ({ sessionId, version });

interface SignInAttempt {
  means: SignInMeans;
  browser: Browser;
  locationId?: string | undefined;
  /** See `beginSession`. */
  hasAuthenticated?: boolean;
}

/** @throws Error whose message is a code for the page, where the sign-in failed for another reason than wrong credentials */
async function userOf(
  answer: SignInAnswer,
  { means, browser, locationId, hasAuthenticated }: SignInAttempt,
): Promise<({ id: string } & SessionClaim) | null> {
  if (answer.kind !== 'signedIn') noteFailure(answer.kind);
  if (answer.kind === 'wrong') return null;
  if (answer.kind !== 'signedIn') throw new Error(answer.kind);
  const { staff } = answer;
  const former = (await getServerSession(authOptions()))?.sessionId;
  const place = locationId ?? (await lastLocationId());
  const browserName = await readBrowserName();
  const desk = runningDesk();
  const canRequirePasskey = await canRequireHere(desk);
  const opened = { staff, means, browser, locationId: place, browserName, hasAuthenticated, canRequirePasskey, former };
  const claim = await beginSession(desk, opened);
  return claim && { id: staff.id, ...claim };
}

/** Ends the session on the server too, so that a copy of its cookie is worthless. */
async function signOut({ sessionId }: Partial<SessionClaim>): Promise<void> {
  if (sessionId === undefined) return;
  const desk = runningDesk();
  const clientAddress = await readClientAddress();
  await desk.db.transaction(async (tx) => {
    const staffId = await endSession(tx, desk, sessionId);
    if (staffId === null) return;
    await writeAudit(tx, desk, {
      locationId: await findHomeLocation(tx, { staffId }),
      staffId,
      action: 'signOut',
      clientAddress,
    });
  });
}
