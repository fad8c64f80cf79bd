'use client';

import { useTranslations } from 'next-intl';
import { Problem } from '#components/ui/problem.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { type MemberRole, memberRoles, type RolesView } from '#lib/wire/members.ts';
import { ProfileSection, SectionState } from './section.tsx';

interface RolesSwitchesProps {
  /** Undefined until they were read for the first time; null for who is no member any more. */
  roles: RolesView | null | undefined;
  isFailed: boolean;
  onRetry(): void;
  mayEdit: boolean;
  /** The role that is being changed, and to what. */
  pending: { role: MemberRole; isGiven: boolean } | null;
  failure: string | null;
  onSwitch(role: MemberRole, isGiven: boolean): void;
}

/** What the member is in this gym besides a member. Each switch acts at once. */
export function RolesSwitches({ roles, mayEdit, pending, failure, onSwitch, ...state }: RolesSwitchesProps) {
  const t = useTranslations('memberRoles');
  return (
    <ProfileSection title={t('title')}>
      <SectionState isReading={roles === undefined} {...state} />
      {roles && (
        <div className="grid gap-4">
          {memberRoles.map((role) => (
            <Switch
              key={role}
              label={t(role)}
              hint={roles[role] === null ? t('notSaid') : t(`${role}Hint`)}
              isOn={pending?.role === role ? pending.isGiven : roles[role] === true}
              isDisabled={!mayEdit || pending !== null}
              onSwitch={(isGiven) => onSwitch(role, isGiven)}
            />
          ))}
        </div>
      )}
      <Problem>{failure}</Problem>
    </ProfileSection>
  );
}
