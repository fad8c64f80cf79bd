import { hash, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';

export const shortestPassword = 12;
export const longestPassword = 200;

/** argon2id with the parameters that OWASP recommends, in PHC format. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a core and 19 MB: whatever asks for them, the rest of the program goes on. */
const hashesAtOnce = 2;

// Next compiles routes apart: only the process itself is common to them
const place = Symbol.for('front-desk.hashing');
const shared = globalThis as { [place]?: LimitFunction };
const hashing = () => {
  shared[place] ??= pLimit(hashesAtOnce);
  return shared[place];
};

export const hashPassword = (password: string): Promise<string> => hashing()(() => hash(password, parameters));

let decoy: Promise<string> | undefined;

/** Whether the password fits. Takes as long where there is no such person, so that time does not tell. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const hashed = passwordHash ?? (await decoy);
  const fits = await hashing()(() => verify(hashed, password.slice(0, longestPassword)));
  return fits && typeof passwordHash === 'string';
}
