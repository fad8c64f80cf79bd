'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeRole } from '#app/(desk)/members/[accountId]/actions.ts';
import { RolesSwitches } from '#components/profile/roles-switches.tsx';
import { rolesQuery } from '#lib/queries/member-queries.ts';
import type { MemberRole } from '#lib/wire/members.ts';
import type { SectionProps } from './section-props.ts';
import { useMemberAction } from './use-member-action.ts';

export function RolesSection({ accountId, locationId, mayEdit }: SectionProps) {
  const queryClient = useQueryClient();
  const query = rolesQuery(locationId, accountId);
  const roles = useQuery(query);
  const change = useMemberAction(changeRole);
  const [pending, setPending] = useState<{ role: MemberRole; isGiven: boolean } | null>(null);

  const switchRole = async (role: MemberRole, isGiven: boolean) => {
    setPending({ role, isGiven });
    const changed = await change.run({ locationId, accountId, role, isGiven });
    if (changed) queryClient.setQueryData(query.queryKey, (before) => before && { ...before, [role]: isGiven });
    setPending(null);
  };

  return (
    <RolesSwitches
      roles={roles.data}
      isFailed={roles.isError}
      onRetry={() => void roles.refetch()}
      mayEdit={mayEdit}
      pending={pending}
      failure={change.failure}
      onSwitch={switchRole}
    />
  );
}
