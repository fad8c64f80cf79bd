import 'server-only';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';
import { auditRefusal } from './audit-refusal.ts';
import type { StaffContext } from './load-staff.ts';
import { readStaff } from './require-staff.ts';
import { noteActivity } from './session/sessions.ts';

/** Layout and page of one rendering ask at the same moment, and are one refusal. */
const auditOnce = cache(auditRefusal);

/** Who opens a page. Leads to sign-in where nobody is signed in; a page the role may not open does not exist for it. */
export async function openPage(permission: StaffPermission): Promise<StaffContext> {
  const context = await readStaff();
  if (!context) redirect('/sign-in');
  if (!isAllowed(context.staff.role, permission)) {
    await auditOnce(context, permission);
    notFound();
  }
  noteActivity(context.desk, context.session);
  return context;
}
