import { hash, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';
import { longestPassword } from './password-length.ts';

/** argon2id with the parameters that OWASP recommends, in PHC format. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes one CPU core and 19 MB. The limit keeps the rest of the program responsive. */
const maxConcurrentHashes = 2;

// a global symbol, because Next compiles routes into separate bundles with their own module state
const place = Symbol.for('front-desk.hashing');
// safe because: only this file uses the symbol
const shared = globalThis as { [place]?: LimitFunction };
const hashing = () => {
  shared[place] ??= pLimit(maxConcurrentHashes);
  return shared[place];
};

export const hashPassword = (password: string): Promise<string> => hashing()(() => hash(password, parameters));

let decoy: Promise<string> | undefined;

/** Whether the password is correct. It takes the same time for an unknown person, so that timing reveals nothing. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const hashed = passwordHash ?? (await decoy);
  const fits = await hashing()(() => verify(hashed, password.slice(0, longestPassword)));
  return fits && typeof passwordHash === 'string';
}
