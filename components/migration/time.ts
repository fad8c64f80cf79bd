import type { MigrationRun } from '#lib/wire/migration.ts';

/** How long the rows that wait take at the rate of late, rounded up to minutes; null where nobody can say. */
export function timeLeft({
  perSecond,
  counts,
}: Pick<MigrationRun, 'perSecond' | 'counts'>): { hours: number; minutes: number } | null {
  if (!perSecond) return null;
  const minutes = Math.max(1, Math.ceil(counts.waiting / perSecond / 60));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
