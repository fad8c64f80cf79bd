import 'server-only';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { cookieIn } from '#lib/wire/cookie-in.ts';
import { sessionCookies } from '#lib/wire/session-cookie-names.ts';
import type { SessionClaim } from './sessions.ts';

const claims = z.object({ sessionId: z.uuid(), version: z.int(), exp: z.number() });
const tagLength = 16;

type Claims = z.output<typeof claims>;
/** What the tokens contain that `decode` has accepted: a window sends the same one with each request. */
const accepted = new WeakMap<object, Map<string, Claims>>();
const mostAccepted = 10_000;

/**
 * Reads a session token: the claim if this desk has made the token and it has not expired, else null. Whether the session has
 * ended, and what its person may do, is in the database.
 */
export async function readSessionToken(
  desk: Pick<DeskContext, 'secret' | 'clock'>,
  token: string,
): Promise<SessionClaim | null> {
  const known = accepted.get(desk) ?? new Map<string, Claims>();
  accepted.set(desk, known);
  const content = known.get(token) ?? (await decodeToken(desk, token));
  if (!content || content.exp * 1_000 <= desk.clock()) return null;
  if (known.size >= mostAccepted) known.clear();
  known.set(token, content);
  return { sessionId: content.sessionId, version: content.version };
}

async function decodeToken({ secret }: Pick<DeskContext, 'secret'>, token: string): Promise<Claims | undefined> {
  return claims.safeParse(await decode({ secret, token }).catch(() => null)).data;
}

/**
 * Whether a `Cookie` header holds a session token that this desk has made and that has not expired. It does not wait for the
 * database: `isEnded` may know late that a session has ended. Good enough to share out capacity, never to grant access. Takes
 * about 25 µs of the processor in a busy process; `decode` of next-auth takes five times as long and waits for the thread pool,
 * which password hashes use.
 */
export function sessionTest(
  { secret, clock }: Pick<DeskContext, 'secret' | 'clock'>,
  isEnded: (claim: SessionClaim) => boolean,
) {
  // as next-auth derives it
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32));

  /** Decrypts a compact JWE with `"alg": "dir", "enc": "A256GCM"`. @throws where the key has not made it */
  function decrypt(token: string): string {
    const [header = '', , iv = '', text = '', tag = ''] = token.split('.');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(header)).setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8');
  }

  function isValid(token: string): boolean {
    try {
      const { exp, ...claim } = claims.parse(JSON.parse(decrypt(token)));
      return exp * 1_000 > clock() && !isEnded(claim);
    } catch {
      return false;
    }
  }
  return (cookies: string | undefined): boolean =>
    sessionCookies.some((name) => {
      const token = cookieIn(cookies, name);
      return token !== undefined && isValid(token);
    });
}
