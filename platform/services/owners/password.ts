import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { isCommonPassword } from './common-password.ts';

export const shortestPassword = 12;
export const longestPassword = 200;

/** argon2id with the parameters that OWASP recommends, in PHC format. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a core and 19 MB: whatever asks for them, the rest of the platform goes on. */
const hashing = pLimit(2);

export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, parameters));

let decoy: Promise<string> | undefined;

/** Whether the password fits. Takes as long where there is no such owner, so that time does not tell. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const hashed = passwordHash ?? (await decoy);
  const fits = await hashing(() => verify(hashed, password.slice(0, longestPassword)));
  return fits && typeof passwordHash === 'string';
}

export type PasswordMistake = 'tooShort' | 'tooLong' | 'tooCommon';

/** @returns what is wrong with a new password */
export function refusePassword(password: string): PasswordMistake | undefined {
  if (password.length < shortestPassword) return 'tooShort';
  if (password.length > longestPassword) return 'tooLong';
  return isCommonPassword(password) ? 'tooCommon' : undefined;
}
