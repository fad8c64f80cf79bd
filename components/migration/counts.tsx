import { useFormatter, useTranslations } from 'next-intl';
import type { MigrationRun } from '#lib/wire/migration.ts';

const shown = ['migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated', 'waiting'] as const;
/** What is worth a line only where there is any. */
const rare: ReadonlySet<string> = new Set(['invalid', 'repeated', 'waiting']);

/** What has become of the rows of a list so far. */
export function MigrationCounts({ counts }: { counts: MigrationRun['counts'] }) {
  const t = useTranslations('migration.counts');
  const format = useFormatter();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      {shown
        .filter((state) => counts[state] > 0 || !rare.has(state))
        .map((state) => (
          <div key={state} className="min-w-0">
            <dt className="text-ink-soft text-sm">{t(state)}</dt>
            <dd className="font-semibold tabular-nums">{format.number(counts[state])}</dd>
          </div>
        ))}
    </dl>
  );
}
