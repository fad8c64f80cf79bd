'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeRole } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useFailures } from '#components/hooks/use-failures.ts';
import { RolesSwitches } from '#components/profile/roles-switches.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { rolesQuery } from '#lib/browser/queries/member-queries.ts';
import type { MemberRole } from '#lib/wire/members.ts';
import type { SectionProps } from './section-props.ts';
import { useMemberName } from './use-member-name.ts';

/** Roles apply in the app and the member system too: each change asks for confirmation. */
export function RolesSection({ accountId, locationId }: SectionProps) {
  const t = useTranslations('memberRoles');
  const { sentenceOfRead } = useFailures();
  const queryClient = useQueryClient();
  const query = rolesQuery(locationId, accountId);
  const roles = useQuery(query);
  const name = useMemberName(locationId, accountId);
  const [asked, setAsked] = useState<{ role: MemberRole; isGiven: boolean } | null>(null);

  return (
    <>
      <RolesSwitches
        roles={roles.data}
        failure={roles.error && sentenceOfRead(roles.error)}
        onRetry={() => void roles.refetch()}
        onSwitch={(role, isGiven) => setAsked({ role, isGiven })}
      />
      {asked && (
        <ConfirmDialog
          look={asked.isGiven ? 'main' : 'danger'}
          title={t(asked.isGiven ? 'giveTitle' : 'takeTitle', { name, role: t(asked.role) })}
          description={t(`${asked.role}Hint`)}
          confirm={t(asked.isGiven ? 'give' : 'take')}
          onConfirm={() => changeRole({ locationId, accountId, ...asked })}
          onDone={() => {
            queryClient.setQueryData(query.queryKey, (before) =>
              before?.roles ? { roles: { ...before.roles, [asked.role]: asked.isGiven } } : before,
            );
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
