import 'server-only';
import { createHmac } from 'node:crypto';
import { hashPassword, verifyPassword } from '#shared/password/password.ts';

/** A short PIN can be brute-forced from its hash. With the HMAC key, which is not in the database, it cannot. */
const keyed = (badgeKey: string, staffId: string, pin: string) =>
  createHmac('sha256', badgeKey).update(`pin/${staffId}/${pin}`).digest('base64url');

interface PinOf {
  staffId: string;
  pin: string;
}

export const hashPin = (badgeKey: string, { staffId, pin }: PinOf): Promise<string> =>
  hashPassword(keyed(badgeKey, staffId, pin));

/** Takes the same time without a hash, so that timing does not reveal whether the badge exists. */
export const verifyPin = (
  badgeKey: string,
  { pinHash, staffId, pin }: PinOf & { pinHash: string | undefined },
): Promise<boolean> => verifyPassword(pinHash, keyed(badgeKey, staffId, pin));
