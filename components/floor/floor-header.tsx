import { WifiOff } from 'lucide-react';
import { useLocale } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTypeName } from '#components/tasks/use-task-text.ts';
import { cn } from '#components/ui/class-names.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { withChosen } from '#components/ui/with-chosen.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type FloorFilter, type Scope, scopes } from './floor-filter.ts';

interface FloorHeaderProps {
  filter: FloorFilter;
  counts: Record<Scope, number>;
  /** The types that occur among the tasks. */
  types: readonly string[];
  onFilter(filter: FloorFilter): void;
  memberCount: number;
  /** Since when the list may be stale (epoch milliseconds); null while it is live. */
  staleSince: number | null;
  timeZone: string;
}

const dues = ['any', 'now', 'week'] as const;
const anyType = '';

/** Heading, freshness and filters of the page. */
export function FloorHeader({ filter, counts, types, onFilter, ...state }: FloorHeaderProps) {
  const t = useTranslations('floor');
  const pages = useTranslations('pages');
  const nameType = useTypeName();
  const { compare } = new Intl.Collator(useLocale());
  const named = types.map((type) => ({ value: type, label: nameType(type) }));
  const dueLabels = { any: t('anyDue'), now: t('dueNow'), week: t('dueWeek') };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <h1 className="font-bold text-[1.75rem] leading-tight tracking-tight">{pages('floor')}</h1>
      <LiveState {...state} />
      <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2.5 max-lg:w-full">
        <Segmented
          label={t('show')}
          isLabelHidden
          className="max-sm:w-full sm:max-lg:flex-1"
          value={filter.scope}
          options={scopes.map((scope) => ({ value: scope, label: `${t(scope)} ${counts[scope]}` }))}
          onChange={(scope) => onFilter({ ...filter, scope })}
        />
        <Select
          label={t('dueFilter')}
          isLabelHidden
          className="max-sm:flex-1"
          value={filter.due}
          options={dues.map((due) => ({ value: due, label: dueLabels[due] }))}
          onChange={(due) => onFilter({ ...filter, due })}
        />
        <Select
          label={t('typeFilter')}
          isLabelHidden
          className="max-sm:flex-1"
          value={filter.type ?? anyType}
          options={[
            { value: anyType, label: t('anyType') },
            // the last task of the chosen type may be done by now
            ...(filter.type === null ? named : withChosen(named, filter.type, nameType(filter.type))).toSorted(
              (one, other) => compare(one.label, other.label),
            ),
          ]}
          onChange={(type) => onFilter({ ...filter, type: type === anyType ? null : type })}
        />
      </div>
    </div>
  );
}

function LiveState({
  memberCount,
  staleSince,
  timeZone,
}: Omit<FloorHeaderProps, 'filter' | 'counts' | 'types' | 'onFilter'>) {
  const t = useTranslations('floor');
  const { time } = useLocationFormat(timeZone);
  const isLive = staleSince === null;
  return (
    <p
      className={cn(
        'flex items-center gap-2 rounded-full px-3 py-1 font-semibold text-sm tabular-nums',
        isLive ? 'bg-unknown-soft text-ink-soft' : 'bg-attention-soft text-attention',
      )}
    >
      {isLive ? (
        <span aria-hidden className="size-2.5 rounded-full bg-accent" />
      ) : (
        <WifiOff aria-hidden className="size-4" />
      )}
      {/* the live region announces only that updates stop and resume, not every arrival */}
      <span role="status">{isLive ? t('live') : t('asOf', { time: time(staleSince) })}</span>{' '}
      {`· ${t('present', { count: memberCount })}`}
    </p>
  );
}
