import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';

/** How the member of this page is called; empty until that is known. */
export function useMemberName(locationId: string, accountId: string): string {
  const { data } = useQuery(profileQuery(locationId, accountId));
  return data?.kind === 'current' || data?.kind === 'remembered' ? data.profile.displayName : '';
}
