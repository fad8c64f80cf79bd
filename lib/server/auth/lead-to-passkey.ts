import 'server-only';
import { redirect } from 'next/navigation';
import type { SignedIn } from './load-staff.ts';
import { lacksPasskey } from './passkeys/find-passkeys.ts';

/** Redirects a person of whom a gym requires a passkey to the page that adds one, unless they have put it off in this session. */
export async function leadToPasskey({ desk, staff, session }: SignedIn, next: string): Promise<void> {
  if (session.isPasskeyPostponed || !(await lacksPasskey(desk.db, desk, staff))) return;
  redirect(`/add-passkey?${new URLSearchParams({ next })}`);
}
