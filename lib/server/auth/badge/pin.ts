import 'server-only';
import { createHmac } from 'node:crypto';
import { hashPassword, verifyPassword } from '#shared/password/password.ts';

/** A PIN alone is soon guessed from its hash: without the key nobody can even try. */
const keyed = (badgeKey: string, staffId: string, pin: string) =>
  createHmac('sha256', badgeKey).update(`pin/${staffId}/${pin}`).digest('base64url');

interface PinOf {
  staffId: string;
  pin: string;
}

export const hashPin = (badgeKey: string, { staffId, pin }: PinOf): Promise<string> =>
  hashPassword(keyed(badgeKey, staffId, pin));

/** Takes as long where there is no such badge. */
export const verifyPin = (
  badgeKey: string,
  { pinHash, staffId, pin }: PinOf & { pinHash: string | undefined },
): Promise<boolean> => verifyPassword(pinHash, keyed(badgeKey, staffId, pin));
