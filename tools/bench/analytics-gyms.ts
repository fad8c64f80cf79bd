import pg from 'pg';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { createGym } from '#platform/services/new-gyms/create.ts';

export const gymCount = 50;
const membersPerGym = 300;
/** Averages per member and week; a workout is one machine. */
const perWeek = { visits: 1, workouts: 1.5, assessments: 0.15 };
const weeks = 104;

export interface AnalyticsGyms {
  gyms: { chainId: string; gymId: string }[];
  /** Check-ins, workouts and assessments of one gym. */
  eventsPerGym: number;
}

/** Gyms with two years of events, interleaved on disk in chronological order. */
export async function writeAnalyticsGyms(databaseUrl: string): Promise<AnalyticsGyms> {
  const gyms = await createGyms(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    // skips foreign key checks, which would take most of the time: the rows are consistent
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query("SELECT ensure_training_partitions((now() - interval '735 days')::date, now()::date)");
    await client.query(insertMembers, [gyms.map(({ gymId }) => gymId), membersPerGym]);
    const timesOf = (count: number) => [gyms.map(({ gymId }) => gymId), Math.round(count * weeks)];
    await client.query(insertVisits, timesOf(perWeek.visits));
    await client.query(insertWorkouts, timesOf(perWeek.workouts));
    await client.query(insertAssessments, timesOf(perWeek.assessments));
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE) chain_profiles, visits, strength_workouts, strength_assessments');
  } finally {
    await client.end();
  }
  const counts = Object.values(perWeek).map((count) => Math.round(count * weeks) * membersPerGym);
  return { gyms, eventsPerGym: counts.reduce((sum, count) => sum + count, 0) };
}

async function createGyms(url: string): Promise<AnalyticsGyms['gyms']> {
  const database = openOperatorDatabase({ url });
  try {
    return await database.transaction(async (sql) => {
      const operator = { sql, clock: systemClock, ids: randomIds };
      const gyms: AnalyticsGyms['gyms'] = [];
      while (gyms.length < gymCount) {
        const name = `Gym ${gyms.length}`;
        const { chainId, gymId } = await createGym(operator, { name, timeZone: 'Europe/Berlin' });
        gyms.push({ chainId, gymId });
      }
      return gyms;
    });
  } finally {
    await database.close();
  }
}

const insertMembers = `
  WITH made AS (
    INSERT INTO accounts (account_id, created_at)
    SELECT gen_random_uuid(), now() FROM generate_series(1, $2 * cardinality($1::uuid[]))
    RETURNING account_id, legacy_user_id
  ), placed AS (
    SELECT account_id, legacy_user_id, ($1::uuid[])[1 + legacy_user_id % cardinality($1::uuid[])] AS gym_id FROM made
  )
  INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, shares_data, created_at)
  SELECT chain_id, account_id, legacy_user_id, legacy_user_id || '@example.org', 'Lena', 'Vogt',
    legacy_user_id % 20 > 0, now()
  FROM placed JOIN gyms USING (gym_id)`;

const eventsOf = (fields: string) => `
  SELECT chain_id, gym_id, account_id, at, ${fields}
  FROM chain_profiles JOIN gyms USING (chain_id) CROSS JOIN generate_series(1, $2::int) n
  CROSS JOIN LATERAL (SELECT now() - random() * 728 * interval '1 day' + n * interval '0' AS at) happened
  WHERE gym_id = ANY ($1::uuid[])
  ORDER BY at`;
const oneOf = (...words: string[]) => `('{${words.join(',')}}'::text[])[1 + floor(random() * ${words.length})::int]`;

const insertVisits = `
  INSERT INTO visits (chain_id, gym_id, account_id, occurred_at, kind, recorded_at)
  ${eventsOf("'CHECKIN', at")}
  ON CONFLICT DO NOTHING`;

const machines = [
  'LEG_PRESS',
  'LEG_CURL',
  'LEG_EXTENSION',
  'CHEST_PRESS',
  'LAT_PULLDOWN',
  'SEATED_ROW',
  'BACK_EXTENSION',
];
const insertWorkouts = `
  INSERT INTO strength_workouts (chain_id, gym_id, account_id, occurred_at, event_id, recorded_at, is_guest, machine_type,
    training_method, operation_mode)
  ${eventsOf(`gen_random_uuid(), at, false, ${oneOf(...machines)}, ${oneOf('REGULAR', 'NEGATIVE', 'ADAPTIVE', 'ISOKINETIC')},
    ${oneOf('GUIDED', 'FREE')}`)}`;

const insertAssessments = `
  INSERT INTO strength_assessments (chain_id, gym_id, account_id, occurred_at, event_id, recorded_at, activity_name,
    is_measurement_completed, strength_kg)
  ${eventsOf(`gen_random_uuid(), at, ${oneOf(...machines)}, random() < 0.95, 40 + 100 * random()`)}`;
