import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { prefill, prefillFirstPage, prefillMoment } from '#lib/server/actions/prefill.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';

/**
 * What the desk itself knows of a member comes with the page, so that nothing moves under a hand when it is there; only
 * what the platform has to be asked for comes later.
 */
export async function fillOwnParts(queryClient: QueryClient, context: StaffContext, member: OfMember): Promise<void> {
  await Promise.all([
    // the counter shows this list too
    prefillMoment(queryClient, context, { name: 'presence', input: {} }),
    prefill(queryClient, context, { name: 'notes', input: member }),
    prefill(queryClient, context, { name: 'memberTasks', input: member }),
    prefill(queryClient, context, { name: 'photoPlace', input: member }),
    prefillFirstPage(queryClient, context, { name: 'memberVisits', input: member }),
  ]);
}
