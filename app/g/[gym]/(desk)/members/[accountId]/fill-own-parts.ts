import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { prefill, prefillFirstPage, prefillMoment } from '#lib/server/actions/prefill.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';

/**
 * Prefetches the desk's own data of a member with the page, so that it does not move content when it arrives; only the
 * platform's data is loaded later.
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
