import type { Comparison, FindingKind, MadeTap } from '#tools/chaos/compare.ts';
import { type FailoverName, failoverTitles } from '#tools/chaos/fault-names.ts';
import { inColumns } from '#tools/chaos/table.ts';
import type { Failover, FailoverResult } from './run.ts';

const headings = [
  'fault',
  'times',
  'taps',
  'lost',
  'twice',
  'wrong time',
  'refused wrongly',
  'shortest',
  'median',
  'longest',
];
const kinds: readonly FindingKind[] = ['lost', 'twice', 'wrongTime', 'refusedWrongly'];

/**
 * One line per kind of fault and one for all, in Markdown; the last three columns are seconds until a visit was
 * confirmed again.
 */
export function formatFailovers({ failovers, taps, comparison }: FailoverResult): string {
  const names = Object.keys(failoverTitles) as FailoverName[]; // safe because: the titles are a literal
  const lineOf = (title: string, isMeant: (one: Pick<MadeTap | Failover, 'fault'>) => boolean) => [
    title,
    String(failovers.filter(isMeant).length),
    String(taps.filter(isMeant).length),
    ...kinds.map((kind) => String(countFindings(comparison, kind, isMeant))),
    ...spreadOf(failovers.filter(isMeant)),
  ];
  return inColumns([
    headings,
    ...names.map((name) => lineOf(failoverTitles[name], ({ fault }) => fault === name)),
    lineOf('**all**', () => true),
  ]);
}

const countFindings = ({ findings }: Comparison, kind: FindingKind, isMeant: (tap: MadeTap) => boolean): number =>
  findings.filter((found) => found.kind === kind && isMeant(found.tap)).length;

function spreadOf(failovers: readonly Failover[]): string[] {
  const sorted = failovers.flatMap(({ withoutConfirmationMs: ms }) => ms ?? []).sort((a, b) => a - b);
  const seconds = (ms: number | undefined) => (ms === undefined ? '–' : `${(ms / 1_000).toFixed(1)} s`);
  return [sorted[0], sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)].map(seconds);
}
