import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';

/** The name of the member; empty until it is loaded. */
export function useMemberName(locationId: string, accountId: string): string {
  const { data } = useQuery(profileQuery(locationId, accountId));
  return data?.kind === 'current' || data?.kind === 'remembered' ? data.profile.displayName : '';
}
