import { UserPlus } from 'lucide-react';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { newMemberPath } from '#lib/wire/member-path.ts';

export function NewMemberLink() {
  const t = useTranslations('newMember');
  return (
    <LinkButton look="main" href={newMemberPath}>
      <UserPlus aria-hidden className="size-5" />
      {t('title')}
    </LinkButton>
  );
}
