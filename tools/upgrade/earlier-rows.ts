import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { permissions } from '#contracts/v2/operations.ts';
import { seal, sealPhoto } from '#lib/server/crypto/seal.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { mintApiKey } from '#platform/services/api-keys/api-key.ts';
import { hashPassword } from '#shared/password/password.ts';

export const deskSecret = 's'.repeat(40);
export const password = 'correct horse battery';
export const picture = Buffer.from('a picture');
const accountId = randomUUID();
const gymId = randomUUID();

/** A row of an earlier version's database. */
type Row = readonly [table: string, values: Record<string, unknown>];

/** A location with staff, a member with a note and a photo, visits in every state of sending, and held leases. */
export async function deskRows(): Promise<Row[]> {
  const [location_id, staff_id, at] = [randomUUID(), randomUUID(), '2026-06-01T08:00:00.000Z'];
  const member = { location_id, account_id: accountId };
  const visit = { ...member, kind: 'checkIn', tapped_at: at, recorded_at: at, undo_until: at, staff_id };
  const later = '2126-06-01T08:00:00.000Z';
  const lease = { lease_id: randomUUID(), lease_ends_at: later };
  const api = {
    api_url: 'http://127.0.0.1:1',
    sealed_api_key: seal({ secret: deskSecret }, { plain: 'key', locationId: location_id, field: 'apiKey' }),
  };
  const sealedPicture = sealPhoto({ secret: deskSecret }, { picture, locationId: location_id, accountId });
  return [
    [
      'locations',
      {
        id: location_id,
        name: 'Our gym',
        slug: 'our-gym',
        time_zone: 'Europe/Berlin',
        undo_s: 7,
        created_at: at,
        ...api,
      },
    ],
    [
      'staff',
      {
        id: staff_id,
        email: 'ana@example.com',
        name: 'Ana Keller',
        role: 'manager',
        password_hash: await hashPassword(password),
        created_at: at,
      },
    ],
    ['staff_locations', { location_id, staff_id }],
    ['members', { ...member, first_name: 'Lena', last_name: 'Vogel', search_name: 'lena vogel', synced_at: at }],
    ['cards', { ...member, kind: 'rfid', value: '0x04A2B3C4', synced_at: at }],
    ['visits', { ...visit, tap_id: randomUUID(), state: 'sent', next_attempt_at: at }],
    ['visits', { ...visit, tap_id: randomUUID(), state: 'unresolved', next_attempt_at: at, last_error: 'cardUnknown' }],
    ['visits', { ...visit, tap_id: randomUUID(), state: 'waiting', next_attempt_at: at }],
    ['visits', { ...visit, tap_id: randomUUID(), state: 'sending', next_attempt_at: at, claimed_at: at, attempts: 2 }],
    ['directory_syncs', { location_id, ...lease, pass_started_at: at, pass_offset: 90 }],
    ['task_syncs', { location_id, ...lease, known_until: at }],
    ['member_leases', { ...member, ...lease }],
    [
      'audit_log',
      { location_id, id: randomUUID(), at, staff_id, action: 'admitAnyway', account_id: accountId, reason: 'a letter' },
    ],
    ['member_notes', { ...member, text: 'Left knee', staff_id, written_at: at }],
    ['photos', { ...member, sealed_picture: sealedPicture, version: randomUUID() }],
    ['tasks', { location_id, id: randomUUID(), name: 'Call back', target_id: accountId, is_completed: false }],
  ];
}

/** A gym with its key, a member with a card, a visit and a task. */
export function platformRows(): { rows: Row[]; apiKey: string } {
  const { apiKey, keyId, secretHash } = mintApiKey(randomIds);
  const [chain_id, at] = [randomUUID(), '2026-06-01T08:00:00.000Z'];
  const [gym, member] = [
    { chain_id, gym_id: gymId },
    { chain_id, account_id: accountId },
  ];
  const person = { email: 'lena@example.com', first_name: 'Lena', last_name: 'Vogel', legacy_user_id: 100_001 };
  return {
    apiKey,
    rows: [
      ['chains', { chain_id, name: 'Our chain', created_at: at }],
      ['gyms', { ...gym, name: 'Our gym', time_zone: 'Europe/Berlin', created_at: at }],
      ['api_keys', { ...gym, key_id: keyId, secret_hash: secretHash, permissions: [...permissions], created_at: at }],
      ['accounts', { account_id: accountId, created_at: at }],
      ['chain_profiles', { ...member, ...person, created_at: at }],
      ['memberships', { ...member, gym_id: gymId, membership_id: 'M-1', created_at: at, updated_at: at }],
      ['rfids', { ...member, rfid: '0x04A2B3C4', is_from_gym_software: true, created_at: at }],
    ],
  };
}

export async function insertRows(client: pg.Client, rows: readonly Row[]): Promise<void> {
  for (const [table, values] of rows) {
    const columns = Object.keys(values).join(', ');
    const places = Object.keys(values).map((_, index) => `$${index + 1}`);
    await client.query(`insert into ${table} (${columns}) values (${places.join(', ')})`, Object.values(values));
  }
}

/** All rows of these tables with all columns, sorted. */
export async function readRows(
  client: pg.Client,
  rows: readonly Row[],
): Promise<Record<string, Record<string, unknown>[]>> {
  const read: Record<string, Record<string, unknown>[]> = {};
  for (const table of new Set(rows.map(([name]) => name))) {
    const found = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t order by t::text`,
    );
    read[table] = found.rows.map(({ row }) => row);
  }
  return read;
}
