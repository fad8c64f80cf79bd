import { useFormatter } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useOwnTimeZone } from '#components/hooks/use-own-time-zone.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { VisitSums } from '#lib/wire/visits.ts';

interface SumsProps {
  sums: VisitSums | undefined;
  from: string;
  timeZone: string;
}

const shown = ['visits', 'members', 'firstVisits', 'refused'] as const;

/** Four numbers of the whole period, and what is missing in them. */
export function Sums({ sums, from, timeZone }: SumsProps) {
  const t = useTranslations('visits');
  const format = useFormatter();
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-4 gap-x-3 border-line border-y py-3 sm:gap-x-6">
        {shown.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="hyphens-auto text-ink-soft text-sm max-sm:text-xs">{t(`sums.${name}`)}</dt>
            <dd className="font-semibold text-xl tabular-nums">{sums ? format.number(sums[name]) : '–'}</dd>
          </div>
        ))}
      </dl>
      {sums && <Missing sums={sums} from={from} timeZone={timeZone} />}
    </div>
  );
}

function Missing({ sums, from, timeZone }: SumsProps & { sums: VisitSums }) {
  const t = useTranslations('visits');
  const { day } = useLocationFormat(timeZone);
  const own = useOwnTimeZone();
  const now = Date.now();
  const isElsewhere = useLocationFormat(own ?? timeZone).time(now) !== useLocationFormat(timeZone).time(now);
  const { since, admitted, withoutCheckOut, withoutCheckIn, firstVisits } = sums;
  const said = [
    admitted > 0 && t('sums.admitted', { count: admitted }),
    withoutCheckIn > 0 && t('sums.withoutCheckIn', { count: withoutCheckIn }),
    withoutCheckOut > 0 && t('sums.withoutCheckOut', { count: withoutCheckOut }),
    since.visits !== null && (firstVisits > 0 || since.visits > from) && t('sums.since', { day: day(since.visits) }),
    since.refused !== null && since.refused > from && t('sums.refusedSince', { day: day(since.refused) }),
    isElsewhere && t('sums.zone', { timeZone }),
  ].filter((text) => text !== false);
  if (said.length === 0) return null;
  return <p className="text-ink-soft text-sm">{said.join(' ')}</p>;
}
