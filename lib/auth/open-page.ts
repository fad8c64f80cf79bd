import 'server-only';
import { notFound, redirect } from 'next/navigation';
import type { StaffContext } from './load-staff.ts';
import { isAllowed, type StaffPermission } from './permissions.ts';
import { readStaff } from './require-staff.ts';

/** Who opens a page. Leads to sign-in where nobody is signed in; a page the role may not open does not exist for it. */
export async function openPage(permission: StaffPermission): Promise<StaffContext> {
  const context = await readStaff();
  if (!context) redirect('/sign-in');
  if (!isAllowed(context.staff.role, permission)) notFound();
  return context;
}
