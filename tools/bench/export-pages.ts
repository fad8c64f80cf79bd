import pg from 'pg';
import { type DayRange, pageSize } from '#contracts/export/pages.ts';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { closeCursor } from '#platform/services/exports/cursor.ts';
import type { Place } from './platform-comparisons.ts';
import { readAnswer, rotateKeys } from './requests.ts';
import { measureInRounds } from './rounds.ts';
import type { Row, Section } from './row.ts';
import { withBareServer } from './with-bare-server.ts';

const farPage = 10_000;
const eventCount = (farPage + 10) * pageSize;
const days = 28;
const connections = [10, 50];

/**
 * The first page of a month of five million workouts, and a late one, compared with a bare keyset SELECT of as many
 * rows.
 */
export async function measureExportPages(place: Place): Promise<Section[]> {
  const range = await writeWorkouts(place);
  const far = await placeBefore(place, farPage);
  const pages = [
    { page: 1, cursor: undefined },
    { page: farPage, cursor: cursorTo(place, range, far) },
  ];
  const rows: Row[] = [];
  for (const count of connections) {
    for (const { page, cursor } of pages) {
      const path = `/api/v1/data/smart-strength-workouts?${new URLSearchParams({ ...range, ...(cursor && { cursor }) })}`;
      const next = rotateKeys(place.chain, () => ({ method: 'GET', path }));
      const answer = await readAnswer(place.platformUrl, next());
      const values = [bareValues(place, range, cursor === undefined ? undefined : far)];
      const work = { url: place.databaseUrl, statements: [{ text: bareSelect, values }] };
      const name = `page ${page.toLocaleString('en')}`;
      const measured = [{ name, url: place.platformUrl, next }];
      const { durationS, processorTime } = place;
      rows.push(
        ...(await withBareServer({ ...answer, work }, (url) => {
          const bare = { name: `bare node:http and one keyset SELECT of ${name}`, as: 'the bare server', url, next };
          return measureInRounds(measured, [bare], { connections: count, durationS, processorTime });
        })),
      );
    }
  }
  const title = `Pages of ${pageSize} of ${eventCount.toLocaleString('en')} workouts of a month`;
  return [{ title, rows }];
}

const bareSelect = `
  SELECT * FROM strength_workouts
  WHERE chain_id = $1 AND gym_id = $2 AND occurred_at >= $3 AND occurred_at < $4 AND (occurred_at, event_id) > ($3, $5)
  ORDER BY occurred_at, event_id LIMIT ${pageSize}`;

interface EventPlace {
  occurredAt: Date;
  eventId: string;
}

const firstPlace = { eventId: '00000000-0000-0000-0000-000000000000' };

function bareValues({ chain }: Place, { startDate, endDate }: DayRange, far: EventPlace | undefined): unknown[] {
  const { occurredAt, eventId } = far ?? { ...firstPlace, occurredAt: new Date(startDate) };
  return [chain.chainId, chain.gymId, occurredAt, new Date(Date.parse(endDate) + dayMs), eventId];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Members do ten exercises per visit. Visits are spread evenly over the hours, which makes no difference to an index.
 */
async function writeWorkouts({ databaseUrl, chain: { chainId, gymId, memberCount } }: Place): Promise<DayRange> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    // skips foreign key checks, which would take most of the time: the rows are consistent
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query(`SELECT ensure_training_partitions(current_date - ${days}, current_date + 1)`);
    await client.query(insertWorkouts, [chainId, gymId, eventCount, memberCount]);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE) strength_workouts');
    const { rows } = await client.query<DayRange>(
      `SELECT to_char(d - ${days}, 'YYYY-MM-DD') AS "startDate", to_char(d, 'YYYY-MM-DD') AS "endDate"
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS d) today`,
    );
    if (!rows[0]) throw new Error('There is no today.');
    return rows[0];
  });
}

const insertWorkouts = `
  INSERT INTO strength_workouts (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at, is_guest, machine_type,
    training_method, operation_mode, training_visualization)
  SELECT $1, $2, now() - ($3 - n) * interval '${days - 1} days' / $3, gen_random_uuid(), account_id, now(), false,
    'LEG_PRESS', 'NEGATIVE', 'GUIDED', 'CURVE'
  FROM generate_series(1, $3::bigint) n
  JOIN (SELECT account_id, row_number() OVER (ORDER BY account_id) - 1 AS i FROM memberships WHERE chain_id = $1) m
    ON m.i = (n / 10) % $4::bigint`;

/** The last event before a page. */
const placeBefore = ({ databaseUrl, chain: { chainId, gymId } }: Place, page: number): Promise<EventPlace> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<EventPlace>(
      `SELECT occurred_at AS "occurredAt", event_id AS "eventId" FROM strength_workouts
       WHERE chain_id = $1 AND gym_id = $2 ORDER BY occurred_at, event_id OFFSET $3 LIMIT 1`,
      [chainId, gymId, (page - 1) * pageSize - 1],
    );
    if (!rows[0]) throw new Error(`There is no page ${page}.`);
    return rows[0];
  });

/** The cursor that the previous page would return; walking there takes minutes. */
function cursorTo({ secret, chain: { gymId } }: Place, range: DayRange, { occurredAt, eventId }: EventPlace): string {
  const walk = { pagesOf: 'SMART_STRENGTH_WORKOUTS', gymId, ...range } as const;
  const place = [occurredAt.getTime(), eventId];
  return closeCursor(createPlatformSeal(secret), walk, { place, begunAt: new Date() });
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
