'use client';

import { useFormatter, useLocale } from 'next-intl';
import { useMemo, useState } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { SectionState } from '#components/reading/section-state.tsx';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import { arrange, everybody, isLong } from './arrange-present.ts';

const PresentTools = onDemand(async () => (await import('./present-tools.tsx')).PresentTools);

interface InTheGymProps {
  /** Undefined until it is loaded for the first time. */
  presence: PresenceView | undefined;
  capacity: number | null;
  /** Whether refetching has failed for a while. */
  isStale: boolean;
  isFailed: boolean;
  onRetry(): void;
  onChoose(accountId: string): void;
  timeZone: string;
}

/** The presence list: who is in the gym. A press on a row shows that member's verdict. */
export function InTheGym({ presence, capacity, isStale, isFailed, onRetry, onChoose, timeZone }: InTheGymProps) {
  const t = useTranslations('inTheGym');
  const present = useTranslations('present');
  const locale = useLocale();
  const [wanted, setWanted] = useState(everybody);
  const count = presence?.entries.length ?? 0;
  const shown = useMemo(() => arrange(presence?.entries ?? [], wanted, locale), [presence, wanted, locale]);
  return (
    <aside
      aria-labelledby="in-the-gym"
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <Count count={presence ? count : null} capacity={capacity} />
      <PresentTools isWanted={isLong(count) || wanted !== everybody} wanted={wanted} onChange={setWanted} />
      {isStale && <p className="px-4.5 pb-3 text-attention text-sm">{t('stale')}</p>}
      {!presence && (
        <div className="border-line border-t p-4.5">
          <SectionState isReading isFailed={isFailed} onRetry={onRetry} />
        </div>
      )}
      {presence && shown.length === 0 && (
        <p className="border-line border-t p-4.5 text-ink-soft">{count === 0 ? t('empty') : present('noMatch')}</p>
      )}
      <ul aria-labelledby="in-the-gym" className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((entry) => (
          <li
            key={entry.accountId}
            className="border-line border-t [contain-intrinsic-height:auto_64px] [content-visibility:auto]"
          >
            <Entry entry={entry} onChoose={onChoose} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Count({ count, capacity }: { count: number | null; capacity: number | null }) {
  const t = useTranslations('inTheGym');
  const format = useFormatter();
  return (
    <div className="px-4.5 pt-4 pb-3.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 id="in-the-gym" className="mr-auto font-semibold text-ink-soft text-sm">
          {t('title')}
        </h2>
        <p className="text-ink-soft">
          <strong className="font-bold tabular-nums text-[1.625rem] text-ink leading-none">
            {count === null ? '–' : format.number(count)}
          </strong>
          {capacity !== null && ` ${t('capacity', { capacity: format.number(capacity) })}`}
        </p>
      </div>
      {capacity !== null && (
        <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-unknown-soft">
          <div className="h-full bg-accent" style={{ width: `${Math.min(100, ((count ?? 0) / capacity) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}

interface EntryProps extends Pick<InTheGymProps, 'onChoose' | 'timeZone'> {
  entry: PresenceEntry;
}

function Entry({ entry, onChoose, timeZone }: EntryProps) {
  const t = useTranslations('inTheGym');
  const { time } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  const details = [
    t('since', { time: time(entry.since) }),
    nameType(entry.membershipType),
    entry.source === 'elsewhere' ? t('elsewhere') : null,
  ];
  return (
    <Button
      look="quiet"
      shape="row"
      onClick={() => onChoose(entry.accountId)}
      className="gap-3.5 px-4.5 py-2.5 -outline-offset-2"
    >
      <Avatar initials={entry.initials} photoUrl={entry.photoUrl} />
      <span className="min-w-0 leading-snug">
        <span className="block wrap-anywhere font-semibold text-ink">{entry.displayName}</span>
        {/* the server and a browser with a wrong clock may differ about "today": no hydration warning */}
        <span suppressHydrationWarning className="block text-ink-soft text-sm tabular-nums">
          {details.filter(Boolean).join(' · ')}
        </span>
      </span>
      {entry.openTasks > 0 && (
        <Badge look="accent" className="ml-auto">
          {t('openTasks', { count: entry.openTasks })}
        </Badge>
      )}
    </Button>
  );
}
