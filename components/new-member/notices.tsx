import { CreditCard, UserRoundCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';

/** As much of a card as tells two apart, and opens no door. */
const endingLength = 6;

/** The card that waits for the new member. */
export function CardNotice({ card, onPutAway }: { card: string; onPutAway(): void }) {
  const t = useTranslations('newMember.card');
  return (
    <Banner tone="info" icon={CreditCard} title={t('title')} action={<Button onClick={onPutAway}>{t('not')}</Button>}>
      {t('text', { ending: card.slice(-endingLength) })}
    </Banner>
  );
}

/** The person was a member before. */
export function FormerNotice() {
  const t = useTranslations('newMember.former');
  return (
    <Banner tone="info" icon={UserRoundCheck} title={t('title')}>
      {t('text')}
    </Banner>
  );
}

/** Whose e-mail address the form is about. */
export function EmailLine({ email, onChange }: { email: string; onChange(): void }) {
  const t = useTranslations('newMember.email');
  return (
    <div className="flex items-center gap-x-4">
      <p className="wrap-anywhere min-w-0 max-sm:flex-1">
        <span className="text-ink-soft max-sm:block">{t('label')}</span>{' '}
        <strong className="font-semibold">{email}</strong>
      </p>
      <Button look="quiet" className="max-sm:-mr-3 max-sm:px-3" onClick={onChange}>
        {t('change')}
      </Button>
    </div>
  );
}
