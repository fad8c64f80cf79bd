import type { MeasuredPart, Results } from '#tools/bench/results.ts';
import { figureOf, isGoalMet, type Row, type Section } from '#tools/bench/row.ts';
import { boundsOf, cellsOf, formatNumber, headings, withUnit } from '#tools/bench/table.ts';
import { type Charted, charts } from './charts.ts';
import { measuredGoals } from './goals.ts';

/** `docs/performance.md`. */
export function describePerformance(results: Results): string {
  const measured = measuredGoals(results);
  const met = measured.filter(({ row }) => isGoalMet(row));
  const drawn = charts.filter(({ part }) => results[part]);
  return `# Performance

Written by \`npm run bench -- draw\` from [tools/bench/results.json](../tools/bench/results.json). Desk, platform, databases and browser share
one machine, so ratios say more than absolute numbers. The reasons are in [decisions](decisions/README.md).

## Goals

${met.length} of ${measured.length} are met. A time is the 95th percentile, of one look-up alone the median.

| | measured | goal | what was tried, and what is left |
|---|--:|--:|---|
${measured.map(({ goal, row }) => `| ${goal.what} | ${figuresOf(row).join(' | ')} | ${goal.tried} |`).join('\n')}

${drawn.length === 0 ? '' : `## How does the cost grow?\n\n${drawn.map(describeChart).join('\n\n')}\n\n`}## How is it measured?

- **After five seconds of warm-up**, in five short rounds that alternate between the servers: other work on the machine slows all of them
  alike. A share is the median of the rounds' ratios.
- **A bare server** is \`node:http\` with the same bytes after the least statements that any server would need, through the same driver; for
  version 1 with the same statements. json-server and Prism are loaded in the same rounds.
- **6,000 keys** take turns, so that none reaches its limit: the cost of limiting is measured, refusals are not.
- **A new page of memory** (4 kB) says how far parts of different days compare: where one costs much, programs start and processes open
  connections the more slowly.
- **PostgreSQL's processor time** is that of all processes of the server.
- **Memory** is a share of the machine's (PSS), unless a row says that a collection has left it. For the growth of shares only the
  least of each half minute counts, from the sixth minute on; the line through the figures and its margin of 95 % take them as
  independent.

\`npm run bench -- WORD …\` measures the parts whose title contains a word; with \`--keep\` they replace theirs here.

## All figures

${Object.entries(results).map(describePart).join('\n\n')}
`;
}

/** The section of README. */
export function describeForReadme(results: Results): string {
  return `## Measured

Everything on one machine, so ratios say more than absolute numbers; a time is the 95th percentile, of one look-up alone the median.
“Of a bare \`SELECT\`” compares the requests a second with those of an HTTP server that only runs this statement.
What was tried, how the cost grows with members, gyms and connections, and all figures: [performance](docs/performance.md).

| | measured | goal |
|---|--:|--:|
${measuredGoals(results)
  .map(({ goal, row }) => `| ${goal.what} | ${figuresOf(row).join(' | ')} |`)
  .join('\n')}

`;
}

/** What was measured, bold where it misses the goal, and the goal. */
function figuresOf(row: Row): string[] {
  const { value } = row;
  const measured = withUnit(value?.amount ?? figureOf(row) ?? Number.NaN, value?.unit ?? 'ms');
  return [isGoalMet(row) ? measured : `**${measured}**`, boundsOf(row)];
}

function describeChart({ file, title, says }: Charted): string {
  return `![${title}](performance/${file})

${says}`;
}

const describePart = ([title, { measuredOn, machine, sections }]: [string, MeasuredPart]): string =>
  [
    `### ${title}`,
    `On ${measuredOn}, Node ${machine.node.slice(1)}, ${describeMachine(machine)}.`,
    ...sections.map(describeSection),
  ].join('\n\n');

const describeMachine = ({ cores, cpu, pageUs }: MeasuredPart['machine']): string =>
  [
    `${formatNumber(cores)} cores (${cpu})`,
    ...(pageUs ? [`${formatNumber(pageUs)} µs for a new page of memory`] : []),
  ].join(', ');

/** Without the columns that no row fills. */
function describeSection({ title, rows }: Section): string {
  const cells = rows.map(cellsOf);
  const filled = headings.flatMap((_, column) => (cells.some((row) => row[column]) ? [column] : []));
  const line = (name: string, row: readonly string[]) =>
    `| ${[name, ...filled.map((column) => row[column])].join(' | ')} |`;
  return [
    line(title, headings),
    `|---|${'--:|'.repeat(filled.length)}`,
    ...rows.map((row: Row, index) => line(row.name, cells[index] ?? [])),
  ].join('\n');
}
