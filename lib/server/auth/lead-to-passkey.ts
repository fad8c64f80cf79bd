import 'server-only';
import { redirect } from 'next/navigation';
import { addPasskeyPath } from '#lib/wire/gym-path.ts';
import type { SignedIn } from './load-staff.ts';
import { lacksPasskey } from './passkeys/find-passkeys.ts';

/**
 * Redirects a person of whom a gym requires a passkey to the page that adds one, unless they have put it off in this session, or the
 * session may go on after the time to put it off has ended: with a badge, or because it began before.
 */
export async function leadToPasskey({ desk, staff, session }: SignedIn, next: string): Promise<void> {
  const hasEnded = staff.passkeyDueAt !== null && staff.passkeyDueAt.getTime() <= desk.clock();
  if (session.isPasskeyPostponed || hasEnded || !(await lacksPasskey(desk.db, desk, staff))) return;
  redirect(addPasskeyPath(next));
}
