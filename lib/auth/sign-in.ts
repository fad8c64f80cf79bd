import 'server-only';
import { eq } from 'drizzle-orm';
import { type Staff, staff } from '#lib/db/schema/staff.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { digestOfAttempt, forgetAttempts, takeAttempt } from './attempts.ts';
import { longestPassword, verifyPassword } from './password.ts';

export type SignInAnswer = { kind: 'signedIn'; staff: Staff } | { kind: 'wrong' } | { kind: 'tooManyAttempts' };

/**
 * Checks e-mail and password. An unknown person, a wrong password and a disabled person get one answer; after too many
 * failures an address, known or not, is locked until the oldest of them is past.
 */
export async function signInStaff(
  desk: Pick<Desk, 'db' | 'clock' | 'newId' | 'secret'>,
  { email, password }: { email: string; password: string },
): Promise<SignInAnswer> {
  const address = email.trim().toLowerCase();
  const attempt = digestOfAttempt(desk, address);
  if (!(await takeAttempt(desk, attempt))) return { kind: 'tooManyAttempts' };

  const [person] = await desk.db.select().from(staff).where(eq(staff.email, address));
  const fits = await verifyPassword(person?.passwordHash, password.slice(0, longestPassword));
  if (!fits || !person || person.disabledAt) return { kind: 'wrong' };
  await forgetAttempts(desk, attempt);
  return { kind: 'signedIn', staff: person };
}
