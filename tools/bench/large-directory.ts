import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { searchNameOf } from '#lib/wire/names/search-text.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

export const directorySize = 10_000;
/** Check-ins and check-outs of the last weeks. */
const visitsOfEach = 20;
const longestFirstPassMs = 60_000;

/** A name in the directory. */
export interface ListedName {
  firstName: string;
  lastName: string;
}

/**
 * Fills the desk's directory with members whose names combine those of the demo chain, as the copy of a large gym
 * would hold them.
 * @returns the location of the directory, and some of the names in it, in random order
 */
export async function fillDirectory(
  stack: Stack,
  count: number,
): Promise<{ locationId: string; listed: ListedName[] }> {
  return withDatabase(stack, 'desk', async (client) => {
    const locationId = await firstLocationRead(client);
    const { rows: pairs } = await client.query<ListedName>(selectNewNames, [locationId, directorySize]);
    await client.query(insertMembers, [
      locationId,
      pairs.map(({ firstName }) => firstName),
      pairs.map(({ lastName }) => lastName),
      pairs.map((name) => searchNameOf(name)),
    ]);
    await client.query(insertCards, [locationId]);
    await client.query('BEGIN');
    // without the triggers of each row, which forget counted hours: nothing is counted yet
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query(insertVisits, [locationId, visitsOfEach]);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE) members, cards, visits');
    const { rows: known } = await client.query<{ count: number }>(countMembers, [locationId]);
    if (known[0]?.count !== directorySize) throw new Error(`The directory has ${known[0]?.count} members.`);
    return { locationId, listed: pairs.slice(0, count) };
  });
}

/** The location of the demo chain whose members the desk has read. */
async function firstLocationRead(client: pg.ClientBase): Promise<string> {
  for (let waitedMs = 0; waitedMs < longestFirstPassMs; waitedMs += 500) {
    const { rows } = await client.query<{ id: string; isRead: boolean }>(selectFirstLocation);
    if (rows[0]?.isRead) return rows[0].id;
    await setTimeout(500);
  }
  throw new Error('The desk did not read the members of its first location.');
}

const selectFirstLocation = `
  SELECT l.id, s.all_read_at IS NOT NULL AS "isRead" FROM locations l LEFT JOIN directory_syncs s ON s.location_id = l.id
  ORDER BY l.created_at, l.id LIMIT 1`;

const countMembers = 'SELECT count(*)::int AS count FROM members WHERE location_id = $1';

const selectNewNames = `
  WITH here AS (SELECT * FROM members WHERE location_id = $1)
  SELECT f.first_name AS "firstName", l.last_name AS "lastName"
  FROM (SELECT DISTINCT first_name FROM here) f CROSS JOIN (SELECT DISTINCT last_name FROM here) l
  WHERE f.first_name IS NOT NULL AND l.last_name IS NOT NULL
  ORDER BY md5(f.first_name || l.last_name) LIMIT $2 - (SELECT count(*) FROM here)`;

const insertMembers = `
  INSERT INTO members (location_id, account_id, first_name, last_name, search_name, email, membership_id, barcode,
    membership_type, start_of_contract, phone, date_of_birth, synced_at)
  SELECT $1, gen_random_uuid(), first_name, last_name, search_name,
    'member' || n || '@example.org', 'L-' || n, (3000000000000 + n)::text, 'PREMIUM', current_date - 300,
    '4917' || (10000000 + n * 7919 % 89999999), date '1940-01-01' + (n * 2)::int, now()
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS made (first_name, last_name, search_name, n)`;

const insertCards = `
  INSERT INTO cards (location_id, kind, value, account_id, synced_at)
  SELECT $1, 'rfid', '0x04' || lpad(upper(to_hex(row_number() OVER (ORDER BY account_id) * 104729)), 12, '0'), account_id, now()
  FROM members WHERE location_id = $1 ON CONFLICT DO NOTHING`;

const insertVisits = `
  INSERT INTO visits (location_id, tap_id, account_id, kind, tapped_at, state, undo_until, next_attempt_at, recorded_at)
  SELECT $1, gen_random_uuid(), account_id, CASE WHEN visit % 2 = 0 THEN 'checkIn' ELSE 'checkOut' END, at, 'sent', at, at, at
  FROM members CROSS JOIN generate_series(1, $2::int) visit
  CROSS JOIN LATERAL (SELECT now() - make_interval(days => visit, secs => abs(hashtext(account_id)) % 86400) AS at) times
  WHERE location_id = $1`;
