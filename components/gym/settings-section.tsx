import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { ChangedMeanwhile } from '#components/office/changed-meanwhile.tsx';
import { FormEnd, OfficeSection } from '#components/office/section.tsx';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface SettingsSectionProps {
  title: string;
  text?: string;
  staff: BegunByProps['staff'];
  form: { isUnsaved: boolean; isPending: boolean; failure: string | null };
  meanwhile: ComponentProps<typeof ChangedMeanwhile>['changes'];
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** A section of the gym's settings with a button that saves it. */
export function SettingsSection({ title, text, staff, form, meanwhile, onSubmit, children }: SettingsSectionProps) {
  const t = useTranslations('gym');
  return (
    <OfficeSection title={title} text={text}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4" data-kept>
        {form.isUnsaved && <BegunBy staff={staff} />}
        <PendingFields isPending={form.isPending}>{children}</PendingFields>
        <ChangedMeanwhile changes={meanwhile} />
        <FormEnd submit={t('save')} isPending={form.isPending} failure={form.failure} />
      </form>
    </OfficeSection>
  );
}
