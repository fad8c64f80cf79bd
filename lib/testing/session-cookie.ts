import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SessionClaim } from '#lib/server/auth/session/sessions.ts';

/** The token of a session cookie, as next-auth makes it. */
export function sessionTokenOf(secret: string, claim: SessionClaim | object): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32));
  const iv = randomBytes(12);
  const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url');
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header));
  const text = cipher.update(JSON.stringify({ ...claim, exp: Number.MAX_SAFE_INTEGER }), 'utf8', 'base64url');
  const sealed = `${text}${cipher.final('base64url')}`;
  return [header, '', iv.toString('base64url'), sealed, cipher.getAuthTag().toString('base64url')].join('.');
}
