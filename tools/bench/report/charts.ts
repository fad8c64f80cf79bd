import type { Results } from '#tools/bench/results.ts';
import { figureOf, type Row } from '#tools/bench/row.ts';
import { drawChart } from './chart.ts';

export interface Charted {
  file: string;
  title: string;
  part: string;
  /** Which of the part's sections. */
  section: number;
  across: string;
  upwards: string;
  /** Of the rows of the section, which have a size. */
  lines: (row: Row) => boolean;
  says: string;
}

const requests = 'Scale: members and connections';

export const charts: readonly Charted[] = [
  {
    file: 'members.svg',
    title: 'A request to the platform, by members',
    part: requests,
    section: 0,
    across: 'members',
    upwards: 'µs of processor time, platform and PostgreSQL',
    lines: () => true,
    says: 'A request finds its rows by an index, so a thousand times as many members cost it little. The last page of the list costs more than the first: it asks for the total first, to know that the end is nearer, and when this was measured, its statement was not prepared. A page in the middle is not in the chart: the rows between it and the nearer end have to be passed, unless the client has just read the page before it.',
  },
  {
    file: 'connections.svg',
    title: 'A look-up by RFID, by connections',
    part: requests,
    section: 1,
    across: 'connections',
    upwards: 'µs of processor time for each look-up',
    lines: () => true,
    says: 'The more is asked at once, the cheaper is each request: [simultaneous requests share statements](decisions/platform-speed.md#why-do-simultaneous-requests-share-a-statement).',
  },
  {
    file: 'gyms.svg',
    title: 'Who is in at a gym, by the gyms of a desk',
    part: 'Scale: gyms',
    section: 0,
    across: 'gyms',
    upwards: 'ms until 95 % of the readings are answered',
    lines: ({ p95Ms }) => p95Ms !== undefined,
    says: 'The background work of all gyms goes on meanwhile, on connections of its own.',
  },
];

/** @throws where the results have no such section */
export function drawCharted({ part, section, lines, ...chart }: Charted, results: Results): string {
  const rows = results[part]?.sections[section]?.rows.filter(lines) ?? [];
  if (rows.length === 0) throw new Error(`There is nothing to draw: ${part}.`);
  const byName = Map.groupBy(rows, ({ name }) => name);
  return drawChart({
    ...chart,
    lines: [...byName].map(([name, rows]) => ({
      name,
      points: rows.map((row) => ({ x: row.size ?? Number.NaN, y: figureOf(row) ?? Number.NaN })),
    })),
  });
}
