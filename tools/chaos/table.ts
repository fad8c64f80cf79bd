import type { Comparison, Finding, FindingKind, MadeTap } from './compare.ts';
import { type FaultName, faultNames, faultTitles, titleOf, type WorldName } from './fault-names.ts';

const findingTitles: Record<FindingKind, string> = {
  lost: 'lost',
  twice: 'twice',
  wrongTime: 'wrong time',
  refusedWrongly: 'refused wrongly',
};
const findingKinds = Object.keys(findingTitles) as FindingKind[]; // safe because: the titles are a literal
const headings = ['fault', 'rounds', 'taps', ...findingKinds.map((kind) => findingTitles[kind])];

/** One line per kind of fault and one for all, in Markdown. */
export function formatTable(
  rounds: readonly { fault: FaultName }[],
  taps: readonly MadeTap[],
  { findings }: Comparison,
): string {
  const lineOf = (title: string, isMeant: (fault: WorldName) => boolean) => [
    title,
    String(rounds.filter(({ fault }) => isMeant(fault)).length),
    String(taps.filter(({ fault }) => isMeant(fault)).length),
    ...findingKinds.map((kind) =>
      String(findings.filter((found) => found.kind === kind && isMeant(found.tap.fault)).length),
    ),
  ];
  const struck = faultNames.filter((name) => rounds.some(({ fault }) => fault === name));
  return inColumns([
    headings,
    ...struck.map((name) => lineOf(faultTitles[name], (fault) => fault === name)),
    lineOf('**all**', () => true),
  ]);
}

/** Formats a Markdown table of a header and rows; all columns but the first are numeric. */
export function inColumns(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const row = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head = [], ...body] = lines;
  return [row(head), rule, ...body.map(row)].join('\n');
}

/** The number of findings of each kind, in words. */
export const countFindings = ({ findings }: Comparison): string =>
  findingKinds
    .map((kind) => `${findingTitles[kind]}: ${findings.filter((found) => found.kind === kind).length}`)
    .join(', ');

/** One line with the details of a finding, for debugging. */
export function describeFinding(finding: Finding): string {
  const { tap } = finding;
  const detail =
    finding.kind === 'wrongTime'
      ? `${finding.offMs} ms`
      : finding.kind === 'refusedWrongly'
        ? finding.reason
        : `answered: ${tap.answer.kind}`;
  const at = new Date(tap.happenedAt).toISOString();
  return `${findingTitles[finding.kind]}: ${tap.kind} of ${tap.accountId} at ${at} (${titleOf(tap.fault)}), ${detail}, tap ${tap.tapId}`;
}
