import { Segmented } from '#components/ui/segmented.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type StaffRole, staffRoles } from '#lib/wire/staff.ts';

export function RoleField({ value, onChange }: { value: StaffRole; onChange(role: StaffRole): void }) {
  const t = useTranslations('office.staff');
  const roles = useTranslations('roles');
  return (
    <Segmented
      label={t('role')}
      value={value}
      options={staffRoles.map((role) => ({ value: role, label: roles(role) }))}
      onChange={onChange}
    />
  );
}
