'use client';

import { useRouter } from 'next/navigation';
import { changePassword } from '#app/account/actions.ts';
import { PasswordForm } from '#components/account/password-form.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type OwnPasskey, signsIn } from '#lib/wire/passkeys.ts';

interface PasswordSectionProps {
  hasPassword: boolean;
  passkeys: readonly Pick<OwnPasskey, 'formerHost'>[];
}

/** Changes the person's own password. */
export function PasswordSection({ hasPassword, passkeys }: PasswordSectionProps) {
  const t = useTranslations('account.password');
  const router = useRouter();
  return (
    <OfficeSection title={t('title')} text={t(hasPassword ? 'text' : 'none')}>
      {hasPassword && (
        <PasswordForm
          onChange={changePassword}
          onChanged={() => {
            toast.success(t(passkeys.some(signsIn) ? 'changedKeepsPasskeys' : 'changed'));
            // the other sessions have ended
            router.refresh();
          }}
        />
      )}
    </OfficeSection>
  );
}
