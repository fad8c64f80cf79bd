import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import copy from 'pg-copy-streams';
import type { FileType } from '#contracts/export/jobs.ts';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { eventSources, sharedEvents } from '#platform/services/exports/event-source.ts';
import { createGym } from '#platform/services/new-gyms/create.ts';
import { dataDirOf, starterOf, withOwnPlatform } from './own-cluster.ts';
import { untilAnalyticsAreComputed } from './platform-of-members.ts';
import type { Row, Section } from './row.ts';
import { watchMemory } from './watch-memory.ts';

const eventCount = 5_000_000;
const memberCount = 3_000;
const rounds = 3;
/** The inverse of the required share of `psql`'s rate for the same rows: 0.6. */
const longestShare = 1 / 0.6;
const mostMemoryMb = 250;
const dayMs = 24 * 60 * 60 * 1000;

interface Gym {
  chainId: string;
  gymId: string;
}

interface Measured {
  name: string;
  seconds: number;
  megabytes: number;
}

/** Measured one after the other, so that other load on the machine affects both. */
interface Pair {
  plain: Measured;
  csv: Measured;
}

/**
 * A year of 5 million workouts as a file of each format, compared with PostgreSQL's own COPY, on a separate database
 * and disk.
 */
export async function measureExportFiles(): Promise<Section> {
  return withOwnPlatform(async ({ url, home }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const gym = await writeYear(url, client);
    const { pairs, others, memoryMb } = await writeByPlatform({ url, home }, client, gym);
    await client.end();
    const middle = pairs.toSorted((a, b) => shareOf(a) - shareOf(b))[Math.floor(pairs.length / 2)];
    if (!middle) throw new Error('There is no file of CSV.');
    const { plain, csv } = middle;
    return {
      title: 'A file of a year of 5 million workouts, by the worker of the platform',
      rows: [
        ...[plain, csv, ...others].flatMap(toRows),
        {
          name: `CSV, time as a multiple of ${plain.name}, median of ${pairs.length} pairs`,
          value: { amount: shareOf(middle), unit: '×' },
          budget: longestShare,
          samples: pairs.length,
        },
        ...(memoryMb === undefined
          ? []
          : [
              {
                name: 'most memory of the platform meanwhile',
                value: { amount: memoryMb, unit: 'MB' },
                budget: mostMemoryMb,
                samples: pairs.length + others.length,
              },
            ]),
      ],
    };
  });
}

const shareOf = ({ plain, csv }: Pair) => csv.seconds / plain.seconds;

const toRows = ({ name, seconds, megabytes }: Measured): Row[] => [
  { name, value: { amount: eventCount / seconds, unit: 'rows/s' }, samples: eventCount },
  { name, value: { amount: megabytes / seconds, unit: 'MB/s' }, samples: eventCount },
];

const lastDay = () => new Date(Math.floor(Date.now() / dayMs) * dayMs);
const firstDay = () => new Date(lastDay().getTime() - 364 * dayMs);

/** The last year of one gym, a workout every six seconds. */
async function writeYear(databaseUrl: string, client: pg.Client): Promise<Gym> {
  const operator = openOperatorDatabase({ url: databaseUrl });
  const { chainId, gymId } = await operator.transaction((sql) =>
    createGym({ sql, clock: systemClock, ids: randomIds }, { name: 'Bench', timeZone: 'Europe/Berlin' }),
  );
  await operator.close();
  await client.query('SELECT ensure_training_partitions($1::date, $2::date)', [firstDay(), lastDay()]);
  await client.query('BEGIN');
  // skips foreign key checks, which would take most of the time: the rows are consistent
  await client.query("SET LOCAL session_replication_role = 'replica'");
  await client.query(insertPeople, [chainId, gymId, memberCount]);
  await client.query(insertWorkouts, [chainId, gymId, firstDay(), eventCount, memberCount, 365 / eventCount]);
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE) strength_workouts, chain_profiles, memberships');
  return { chainId, gymId };
}

const insertPeople = `
  WITH people AS (
    INSERT INTO accounts (account_id, created_at)
    SELECT md5('member ' || i)::uuid, now() FROM generate_series(1, $3::int) i RETURNING account_id, legacy_user_id
  ), profiles AS (
    INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, gender, created_at)
    SELECT $1::uuid, account_id, legacy_user_id, 'lena.' || legacy_user_id || '@example.org', 'Lena', 'Vögt ' || legacy_user_id,
      'FEMALE', now()
    FROM people
  )
  INSERT INTO memberships (chain_id, account_id, gym_id, membership_id, membership_type, start_of_contract, created_at, updated_at)
  SELECT $1::uuid, account_id, $2::uuid, 'M-' || legacy_user_id, 'BASIC', '2024-01-01', now(), now() FROM people`;

const insertWorkouts = `
  INSERT INTO strength_workouts (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at, is_guest, machine_type,
    training_method, operation_mode, training_visualization)
  SELECT $1::uuid, $2::uuid, $3::timestamptz + (i - 1) * $6::float * interval '1 day', gen_random_uuid(),
    md5('member ' || 1 + (i * 7919::bigint) % $5::int)::uuid, now(), false,
    (ARRAY['LEG_PRESS', 'CHEST_PRESS', 'LAT_PULLDOWN', 'ABDOMINAL_TRAINER'])[1 + i % 4], 'REGULAR', 'GUIDED', 'CURVE'
  FROM generate_series(1, $4::int) i`;

/** The same rows written by PostgreSQL's COPY, to the same disk. */
async function copyDirectly(databaseUrl: string, client: pg.Client, gym: Gym, file: string): Promise<Measured> {
  const type = 'SMART_STRENGTH_WORKOUTS';
  const columns = Object.entries(eventSources[type].fields).map(([name, sql]) => `${sql} AS "${name}"`);
  const values = [
    gym.chainId,
    gym.gymId,
    firstDay().toISOString(),
    new Date(lastDay().getTime() + dayMs).toISOString(),
  ];
  const query = `SELECT ${columns.join(', ')} ${sharedEvents(type)} ORDER BY e.occurred_at, e.event_id`
    .replaceAll(/\$(\d)/g, (_, place) => pg.escapeLiteral(values[Number(place) - 1] ?? ''))
    .replaceAll(/\s+/g, ' ');
  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  const startedAt = performance.now();
  if (hasPsql) {
    const command = `\\copy (${query}) TO '${file}' WITH (FORMAT csv, HEADER)`;
    await promisify(execFile)('psql', ['--no-psqlrc', '--quiet', databaseUrl, '--command', command]);
  } else {
    const stream = client.query(copy.to(`COPY (${query}) TO STDOUT WITH (FORMAT csv, HEADER)`));
    await pipeline(stream, fs.createWriteStream(file));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const name = hasPsql ? 'psql \\copy' : 'a bare COPY through a pipe, psql not being installed';
  return { name, seconds, megabytes: fs.statSync(file).size / 1e6 };
}

/** One file after the other, by the built platform, which has nothing else to do. */
async function writeByPlatform({ url, home }: { url: string; home: string }, client: pg.Client, gym: Gym) {
  const folder = path.join(dataDirOf(home), 'exports');
  const startPlatform = await starterOf({ url, home });
  const platform = await startPlatform();
  const write = async (fileType: FileType) => {
    const measured = await writeFile(client, gym, fileType);
    for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file));
    return measured;
  };
  try {
    await untilAnalyticsAreComputed(url);
    const memory = watchMemory([platform.pid]);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const plain = await copyDirectly(url, client, gym, path.join(home, 'plain.csv'));
      pairs.push({ plain, csv: await write('CSV') });
    }
    const others = [await write('JSONL'), await write('JSON')];
    return { pairs, others, memoryMb: memory.stop() };
  } finally {
    await platform.stop();
  }
}

interface FinishedJob {
  status: string;
  failure: string | null;
  rows: number;
  bytes: number;
  seconds: number;
}

async function writeFile(client: pg.Client, { chainId, gymId }: Gym, fileType: FileType): Promise<Measured> {
  const values = [chainId, gymId, fileType, firstDay(), lastDay()];
  const { rows } = await client.query<{ job_id: string }>(insertJob, values);
  for (;;) {
    await setTimeout(100);
    const { rows: found } = await client.query<FinishedJob>(selectJob, [rows[0]?.job_id]);
    const [job] = found;
    if (job?.status === 'IN_PROGRESS') continue;
    if (job?.status !== 'DONE' || job.rows !== eventCount) {
      throw new Error(`The file of ${fileType} was not written: ${job?.failure ?? `it has ${job?.rows} rows`}.`);
    }
    return { name: fileType, seconds: job.seconds, megabytes: job.bytes / 1e6 };
  }
}

const insertJob = `
  INSERT INTO export_jobs (chain_id, gym_id, job_id, export_type, file_type, start_date, end_date, status, created_at)
  VALUES ($1, $2, gen_random_uuid(), 'SMART_STRENGTH_WORKOUTS', $3, $4::date, $5::date, 'IN_PROGRESS', now())
  RETURNING job_id`;
const selectJob = `
  SELECT status, failure, row_count::int AS rows, byte_count::float AS bytes,
    extract(epoch FROM finished_at - started_at)::float AS seconds
  FROM export_jobs WHERE job_id = $1`;
