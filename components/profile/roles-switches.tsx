'use client';

import { SectionState } from '#components/reading/section-state.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type MemberRole, memberRoles, type RolesView } from '#lib/wire/members.ts';
import { ProfileSection } from './section.tsx';

interface RolesSwitchesProps {
  /** Undefined until they are loaded; null for a former member. */
  roles: RolesView | null | undefined;
  /** Why loading failed; null while it has not. */
  failure: string | null;
  onRetry(): void;
  onSwitch(role: MemberRole, isGiven: boolean): void;
}

/** The additional roles of a member in this gym. */
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
