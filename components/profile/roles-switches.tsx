'use client';

import { SectionState } from '#components/reading/section-state.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type MemberRole, memberRoles, type RolesView } from '#lib/wire/members.ts';
import { ProfileSection } from './section.tsx';

interface RolesSwitchesProps {
  /** Undefined until they were read for the first time; null for who is no member any more. */
  roles: RolesView | null | undefined;
  /** Why they could not be read; null while that is not so. */
  failure: string | null;
  onRetry(): void;
  onSwitch(role: MemberRole, isGiven: boolean): void;
}

/** What the member is in this gym besides a member. */
export function RolesSwitches({ roles, failure, onRetry, onSwitch }: RolesSwitchesProps) {
  const t = useTranslations('memberRoles');
  return (
    <ProfileSection id="roles" title={t('title')}>
      <SectionState
        isReading={roles === undefined}
        isFailed={failure !== null}
        failure={failure ?? undefined}
        onRetry={onRetry}
      />
      {roles && (
        <div className="grid gap-4">
          {memberRoles.map((role) => (
            <Switch
              key={role}
              label={t(role)}
              hint={roles[role] === null ? t('notSaid') : t(`${role}Hint`)}
              isOn={roles[role] === true}
              onSwitch={(isGiven) => onSwitch(role, isGiven)}
            />
          ))}
        </div>
      )}
    </ProfileSection>
  );
}
