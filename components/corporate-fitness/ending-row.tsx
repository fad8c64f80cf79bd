import Link from 'next/link';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { CorporateEnding } from '#lib/wire/corporate-fitness.ts';
import { memberPath } from '#lib/wire/member-path.ts';

const columns = 'sm:grid sm:grid-cols-[minmax(0,1fr)_8rem_9rem_9rem] sm:items-center sm:gap-4';

/** Visual column headings. Each value in a row has its own label for screen readers. */
export function CorporateEndingsHead() {
  const t = useTranslations('corporateFitness.columns');
  return (
    <div aria-hidden className={`border-line border-b px-4.5 py-2.5 text-ink-soft text-sm max-sm:hidden ${columns}`}>
      <span>{t('member')}</span>
      <span>{t('since')}</span>
      <span>{t('until')}</span>
      <span>{t('lastVisit')}</span>
    </div>
  );
}

interface CorporateEndingRowProps {
  entry: CorporateEnding;
  timeZone: string;
}

export function CorporateEndingRow({ entry, timeZone }: CorporateEndingRowProps) {
  const toGym = useGymPath();
  const t = useTranslations('corporateFitness');
  const { day, time } = useLocationFormat(timeZone);
  const { since, until, daysLeft, lastVisitAt } = entry;
  return (
    <li className="border-line not-first:border-t">
      <Link
        href={toGym(memberPath(entry.accountId))}
        prefetch={false}
        className={`relative block min-h-16 px-4.5 py-2.5 -outline-offset-2 hover:bg-unknown-soft ${columns}`}
      >
        <span className="flex min-w-0 items-center gap-3.5 max-sm:mb-2">
          <Avatar initials={entry.initials} photoUrl={entry.photoUrl} />
          <span className="min-w-0 wrap-anywhere font-semibold">{entry.displayName}</span>
        </span>
        <Value name={t('columns.since')}>{since ? day(since) : t('unknownDay')}</Value>
        <Value name={t('columns.until')}>
          <span className="block font-semibold">{until ? day(until) : t('unknownDay')}</span>
          {daysLeft !== null && <span className="block text-ink-soft text-sm">{leftText(t, daysLeft)}</span>}
        </Value>
        <Value name={t('columns.lastVisit')}>{lastVisitAt ? time(lastVisitAt) : t('noVisit')}</Value>
        <LinkSign />
      </Link>
    </li>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex gap-2 sm:block">
      <span className="w-40 shrink-0 text-ink-soft sm:sr-only">{name} </span>
      <span>{children} </span>
    </span>
  );
}

function leftText(t: ReturnType<typeof useTranslations<'corporateFitness'>>, days: number): string {
  if (days < 0) return t('ended', { count: -days });
  return days === 0 ? t('endsToday') : t('endsIn', { count: days });
}
