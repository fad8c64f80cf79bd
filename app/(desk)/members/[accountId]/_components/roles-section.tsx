'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeRole } from '#app/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { RolesSwitches } from '#components/profile/roles-switches.tsx';
import { rolesQuery } from '#lib/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

export function RolesSection({ accountId, locationId, mayEdit }: SectionProps) {
  const queryClient = useQueryClient();
  const query = rolesQuery(locationId, accountId);
  const roles = useQuery(query);
  const change = useAction(changeRole, {
    onDone: (_, { role, isGiven }) =>
      queryClient.setQueryData(query.queryKey, (before) => before && { ...before, [role]: isGiven }),
  });

  return (
    <RolesSwitches
      roles={roles.data}
      isFailed={roles.isError}
      onRetry={() => void roles.refetch()}
      mayEdit={mayEdit}
      pending={change.pendingInput}
      failure={change.failure}
      onSwitch={(role, isGiven) => void change.run({ locationId, accountId, role, isGiven })}
    />
  );
}
