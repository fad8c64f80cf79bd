import { ArrowLeft, CircleAlert, CreditCard, UserRoundCheck } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { AnnouncingRegion } from '#components/ui/announced.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';

/** The layout of the new member page: a back link, the heading, and one task. */
export function NewMemberLayout({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  const toGym = useGymPath();
  const t = useTranslations('newMember');
  return (
    <main className="page grid max-w-3xl gap-4">
      <Link
        href={toGym('/members')}
        className="relative -ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-md px-1 font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-4" /> {t('back')}
        <LinkSign />
      </Link>
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      {notices}
      <div className="grid gap-5 rounded-lg border border-line bg-surface p-4.5 sm:p-6">{children}</div>
    </main>
  );
}

/** Enough characters of a pass token to distinguish two, too few to use it. */
const endingLength = 6;

/** The card that will be assigned to the new member. */
export function CardNotice({ card, onPutAway }: { card: string; onPutAway(): void }) {
  const t = useTranslations('newMember.card');
  return (
    // only the memory of this page has the card: no reload
    <div data-in-use>
      <Banner tone="info" icon={CreditCard} title={t('title')} action={<Button onClick={onPutAway}>{t('not')}</Button>}>
        {t('text', { ending: card.slice(-endingLength) })}
      </Banner>
    </div>
  );
}

/** The card has waited too long, and may no longer be the one at hand. */
export function LapsedCardNotice({ isLapsed, onPutAway }: { isLapsed: boolean; onPutAway(): void }) {
  const t = useTranslations('newMember.card');
  return (
    <AnnouncingRegion>
      {isLapsed && (
        <Banner
          tone="warning"
          icon={CircleAlert}
          title={t('lapsed')}
          action={<Button onClick={onPutAway}>{t('without')}</Button>}
        >
          {t('lapsedText')}
        </Banner>
      )}
    </AnnouncingRegion>
  );
}

/** The person is a former member. */
export function FormerNotice() {
  const t = useTranslations('newMember.former');
  return (
    <Banner tone="info" icon={UserRoundCheck} title={t('title')}>
      {t('text')}
    </Banner>
  );
}

/** The e-mail address of the form. */
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
