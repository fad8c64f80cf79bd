import { hash, verify } from '@node-rs/argon2';

export const shortestPassword = 12;
export const longestPassword = 200;

/** argon2id with the parameters that OWASP recommends, in PHC format. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

let decoy: Promise<string> | undefined;

/** Whether the password fits. Takes as long where there is no such owner, so that time does not tell. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await decoy), password.slice(0, longestPassword));
  return fits && typeof passwordHash === 'string';
}

/** @returns what is wrong with a new password */
export function refusePassword(password: string): 'tooShort' | 'tooLong' | undefined {
  if (password.length < shortestPassword) return 'tooShort';
  return password.length > longestPassword ? 'tooLong' : undefined;
}
