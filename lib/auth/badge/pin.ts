import 'server-only';
import { createHmac } from 'node:crypto';
import { hashPassword, verifyPassword } from '#lib/auth/password.ts';

/** A PIN alone is soon guessed from its hash: without DESK_SECRET nobody can even try. */
const keyed = (secret: string, staffId: string, pin: string) =>
  createHmac('sha256', secret).update(`pin/${staffId}/${pin}`).digest('base64url');

export interface PinOf {
  staffId: string;
  pin: string;
}

export const hashPin = (secret: string, { staffId, pin }: PinOf): Promise<string> =>
  hashPassword(keyed(secret, staffId, pin));

/** Takes as long where there is no such badge. */
export const verifyPin = (secret: string, pinHash: string | undefined, { staffId, pin }: PinOf): Promise<boolean> =>
  verifyPassword(pinHash, keyed(secret, staffId, pin));
