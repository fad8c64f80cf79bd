import 'server-only';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { sessionCookies } from '#lib/wire/session-cookies.ts';
import type { SessionClaim } from './sessions.ts';

const claims = z.object({ sessionId: z.uuid(), version: z.int(), exp: z.number() });
const tagLength = 16;

type TokenContext = Pick<DeskContext, 'secret' | 'clock'>;

/**
 * Reads a session token: the claim if this desk has made the token and it has not expired, else null. Whether the session has
 * ended, and what its person may do, is in the database. Takes about 25 µs of the processor in a busy process; `decode` of next-auth
 * takes five times as long and waits for the thread pool, which password hashes use.
 */
export function readSessionToken({ secret, clock }: TokenContext, token: string): SessionClaim | null {
  try {
    const { exp, ...claim } = claims.parse(JSON.parse(decrypt(keyOf(secret), token)));
    return exp * 1_000 > clock() ? claim : null;
  } catch {
    return null;
  }
}

/** Decrypts a compact JWE with `"alg": "dir", "enc": "A256GCM"`. @throws where the key has not made it */
function decrypt(key: Buffer, token: string): string {
  const [header = '', , iv = '', text = '', tag = ''] = token.split('.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(header)).setAuthTag(Buffer.from(tag, 'base64url'));
  return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8');
}

const keys = new Map<string, Buffer>();

/** As next-auth derives it. A process has one secret. */
function keyOf(secret: string): Buffer {
  const key =
    keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32));
  keys.set(secret, key);
  return key;
}

/**
 * Whether a `Cookie` header holds a session token that this desk has made and that has not expired. It does not wait for the
 * database: `isEnded` may know late that a session has ended. Good enough to share out capacity, never to grant access.
 */
export function sessionTest(desk: TokenContext, isEnded: (claim: SessionClaim) => boolean) {
  const isValid = (token: string) => {
    const claim = readSessionToken(desk, token);
    return claim !== null && !isEnded(claim);
  };
  // of a name that comes more than once the last counts, as for Next: a header has room for hundreds
  return (cookies: string | undefined): boolean => {
    const given = (cookies ?? '').split(';').map((cookie) => cookie.trim());
    return sessionCookies.some((name) => {
      const token = given.findLast((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
      return token !== undefined && isValid(token);
    });
  };
}
