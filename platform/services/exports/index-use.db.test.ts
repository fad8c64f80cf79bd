import { describe, expect, test } from 'vitest';
import { type ExportType, exportTypes } from '#contracts/export/events.ts';
import { pageSize } from '#contracts/export/pages.ts';
import type { ChainDatabase, Statement } from '#platform/db/client.ts';
import { callOf } from '#platform/testing/calls.ts';
import { startLargeChain } from '#platform/testing/large-chain.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { eventPages } from './event-pages.ts';
import { eventSources } from './event-source.ts';
import { requireRange } from './range.ts';

const platform = startTestPlatform();
const days = { startDate: '2026-10-21', endDate: '2026-11-20' };
/** Events of the gym, spread evenly over September, October and November: most are outside the range. */
const eventCount = 15_000;
const chain = startLargeChain(platform, async ({ gym: { chainId, gymId }, sibling }) => {
  await platform.rows("SELECT ensure_training_partitions('2026-01-01', '2026-12-31')");
  for (const type of exportTypes) {
    await platform.rows(
      `INSERT INTO ${eventSources[type].table} (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at)
       SELECT $1, gym, '2026-09-01Z'::timestamptz + n * interval '90 days' / $4, gen_random_uuid(), account_id, now()
       FROM unnest(ARRAY[$2, $3]::uuid[]) gym, generate_series(0, $4 - 1) n
       JOIN (SELECT account_id, row_number() OVER () AS i FROM accounts) a ON a.i = 1 + n % 5000`,
      [chainId, gymId, sibling.gymId, eventCount],
    );
  }
});

const range = () => requireRange(days, 'events', platform.time.now);
type Place = [number, string];
const twentieth: Place = [Date.parse('2026-11-14T22:00:00Z'), '00000000-0000-4000-8000-000000000000'];
const places: [string, Place | undefined][] = [
  ['first', undefined],
  ['twentieth', twentieth],
];

/** The statement of a page, with row-level security as in the platform. */
async function statementOf(type: ExportType, after: Place | undefined) {
  let asked: { statement: Statement; values: unknown[] } | undefined;
  const find = (statement: Statement, values: unknown[]) => {
    asked = { statement, values };
    return Promise.resolve([]);
  };
  const db = { chainId: chain.gym.chainId, find } as unknown as ChainDatabase; // safe because: pages use nothing else
  await eventPages(type).read({ ...callOf(platform, chain.gym), db }, { range: range(), after, limit: pageSize + 1 });
  if (!asked) throw new Error('The page asked for nothing.');
  return { text: asked.statement.text, values: asked.values };
}

interface Asked {
  text: string;
  values: unknown[];
}

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

/** The generic plan of a prepared statement, which PostgreSQL uses after some executions. */
async function explain({ text, values }: Asked) {
  const types = ['uuid', 'uuid', 'timestamptz', 'timestamptz', 'bigint', 'uuid'].slice(0, values.length).join(', ');
  const literals = values
    .map((value) => (value instanceof Date ? `'${value.toISOString()}'` : `'${value}'`))
    .join(', ');
  const ask = async (format: string) => {
    const query = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT ${format}) EXECUTE page (${literals})`;
    return (await chain.client.query<{ 'QUERY PLAN': unknown }>(query)).rows.map((row) => row['QUERY PLAN']);
  };
  await chain.client.query(`SET plan_cache_mode = force_generic_plan; PREPARE page (${types}) AS ${text}`);
  const plan = (await ask('TEXT')).join('\n');
  const [[{ Plan: root }]] = (await ask('JSON')) as [[{ Plan: Node }]]; // safe because: it is what EXPLAIN answers
  await chain.client.query('DEALLOCATE page');
  return { plan, root };
}

/** How many rows and blocks of the event tables were read. */
function readOf(table: string, { Plans = [], ...node }: Node): { rows: number; blocks: number } {
  if (node['Relation Name']?.startsWith(table)) {
    return { rows: node['Actual Rows'], blocks: node['Shared Hit Blocks'] + node['Shared Read Blocks'] };
  }
  const parts = Plans.map((part) => readOf(table, part));
  return parts.reduce((sum, { rows, blocks }) => ({ rows: sum.rows + rows, blocks: sum.blocks + blocks }), nothing);
}
const nothing = { rows: 0, blocks: 0 };

describe.each(exportTypes)('a page of %s', (type) => {
  const { table } = eventSources[type];

  test.each(places)('(the %s) is read in order from the index of its own months, without sorting', async (_, after) => {
    const { plan } = await explain(await statementOf(type, after));
    const months = after ? ['2026_11'] : ['2026_10', '2026_11'];
    const scans = [...plan.matchAll(/Index Scan using \w+ on (\w+) e/g)].map(([, name]) => name);
    expect(scans).toEqual(months.map((month) => `${table}_${month}`));
    const place = after ? '.*ROW\\(occurred_at, event_id\\) > ROW\\(' : '';
    expect(plan).toMatch(new RegExp(`Index Cond: .*chain_id = .*gym_id = .*occurred_at >= .*occurred_at < ${place}`));
    expect(plan).not.toMatch(/Sort|Seq Scan on (chain_profiles|memberships)|Bitmap/);
  });

  test('at a late position reads as many events as the first, and skips none', async () => {
    const [first, far] = await Promise.all(places.map(([, after]) => statementOf(type, after)));
    if (!first || !far) throw new Error('There are two pages.');
    const asFirst = readOf(table, (await explain(first)).root);
    expect(asFirst.rows).toBe(pageSize + 1);
    const asFar = readOf(table, (await explain(far)).root);
    expect(asFar.rows).toBe(pageSize + 1);
    expect(asFar.blocks).toBeLessThan(2 * asFirst.blocks);

    const counted = { ...first, text: `${first.text} OFFSET 4000` }; // negative control
    expect(readOf(table, (await explain(counted)).root).rows).toBeGreaterThan(4_000);
  });
});
