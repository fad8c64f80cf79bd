import { UserPlus } from 'lucide-react';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { newMemberPath } from '#lib/wire/member-path.ts';

export function NewMemberLink() {
  const toGym = useGymPath();
  const t = useTranslations('newMember');
  return (
    <LinkButton look="main" href={toGym(newMemberPath)}>
      <UserPlus aria-hidden className="size-5" />
      {t('title')}
    </LinkButton>
  );
}
