'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';

interface InTheGymProps {
  /** Undefined until it was read for the first time. */
  presence: PresenceView | undefined;
  capacity: number | null;
  /** Whether the list could not be read again for a while. */
  isStale: boolean;
  timeZone: string;
}

export function InTheGym({ presence, capacity, isStale, timeZone }: InTheGymProps) {
  const t = useTranslations('inTheGym');
  const count = presence?.entries.length ?? 0;
  return (
    <aside
      aria-labelledby="in-the-gym"
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <Count count={presence ? count : null} capacity={capacity} />
      {isStale && <p className="px-4.5 pb-3 text-attention text-sm">{t('stale')}</p>}
      {!presence && (
        <p className="flex animate-appear-late items-center gap-3 border-line border-t p-4.5 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
      {presence && count === 0 && <p className="border-line border-t p-4.5 text-ink-soft">{t('empty')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard */}
      <ul aria-labelledby="in-the-gym" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        {presence?.entries.map((entry) => (
          <Entry key={entry.accountId} entry={entry} timeZone={timeZone} />
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

function Entry({ entry, timeZone }: { entry: PresenceEntry; timeZone: string }) {
  const t = useTranslations('inTheGym');
  const { time } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  const details = [
    t('since', { time: time(entry.since) }),
    nameType(entry.membershipType),
    entry.source === 'elsewhere' ? t('elsewhere') : null,
  ];
  return (
    <li className="flex items-center gap-3.5 border-line border-t px-4.5 py-2.5 [contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <Avatar initials={entry.initials} photoUrl={entry.photoUrl} />
      <div className="min-w-0 leading-snug">
        <p className="wrap-anywhere font-semibold">{entry.displayName}</p>
        <p className="text-ink-soft text-sm tabular-nums">{details.filter(Boolean).join(' · ')}</p>
      </div>
      {entry.openTasks > 0 && (
        <Badge look="accent" className="ml-auto">
          {t('openTasks', { count: entry.openTasks })}
        </Badge>
      )}
    </li>
  );
}
