'use client';

import { Download } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { buttonLooks } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import {
  type InactiveChoice,
  type InactiveMembers,
  inactiveChoices,
  longestInactiveDays,
} from '#lib/wire/inactive-members.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { daysLater } from '#shared/calendar/days.ts';

interface InactiveHeadProps {
  report: InactiveMembers;
  days: InactiveChoice;
  timeZone: string;
  /** The URL of the file; null without the permission. */
  fileHref: PathAt | null;
}

/** For how long members stay away, what is seen, and what it is from. */
export function InactiveHead({ report, days, timeZone, fileHref }: InactiveHeadProps) {
  const t = useTranslations('whoStaysAway');
  const toGym = useGymPath();
  const { day } = useLocationFormat(timeZone);
  const { today, since, counts } = report;
  const from = daysLater(today, -longestInactiveDays);
  const said = [
    t('basis', { from: day(from), to: day(daysLater(today, -Number(days))), timeZone }),
    since === null ? t('noVisits') : since > from && t('since', { day: day(since) }),
  ];
  return (
    <>
      <nav aria-label={t('choices')} className="flex flex-wrap gap-2 print:hidden">
        {inactiveChoices.map((choice) => (
          <LinkButton
            key={choice}
            href={toGym(`/reports/who-stays-away?days=${choice}`)}
            aria-current={choice === days ? 'true' : undefined}
            className={choice === days ? 'border-accent bg-accent-soft text-accent' : undefined}
          >
            {t('choice', { days: choice, count: counts[choice] })}
          </LinkButton>
        ))}
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <p className="text-balance font-semibold text-xl">{t('sentence', { count: counts[days], days })}</p>
          <p className="text-ink-soft text-sm">{said.filter((sentence) => sentence !== false).join(' ')}</p>
        </div>
        {fileHref && report.members.length > 0 && (
          <a href={fileHref} download className={buttonLooks({}, 'print:hidden')}>
            <Download aria-hidden className="size-5" />
            {t('csv')}
          </a>
        )}
      </div>
    </>
  );
}
