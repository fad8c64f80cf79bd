import fs from 'node:fs';
import path from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';

interface Room {
  folder: string;
  /** The tenant's column, in the schema and in the database. */
  tenant: readonly string[];
  /** Tables of the whole installation with their keys: used before a tenant is known, or across tenants. */
  tables: readonly string[];
  /** Indexes of workers, which claim rows across tenants; each contains only few rows at a time. */
  indexes: readonly string[];
}

async function readTables(folder: string): Promise<ReturnType<typeof getTableConfig>[]> {
  const files = fs.readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(files.map((file) => import(path.join(root, folder, file))));
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => value instanceof PgTable);
  return [...new Set(tables)].map(getTableConfig);
}

async function exceptionsOf({ folder, tenant }: Room) {
  const tables = await readTables(folder);
  const isOfTenant = (column: unknown) =>
    typeof column === 'object' && column !== null && 'name' in column && tenant.includes(String(column.name));
  const keyOf = ({ primaryKeys, columns }: (typeof tables)[number]) =>
    primaryKeys[0]?.columns[0] ?? columns.find(({ primary }) => primary);
  const others = tables.filter((table) => !isOfTenant(keyOf(table)));
  const indexes = tables
    .filter((table) => !others.includes(table))
    .flatMap((table) => table.indexes.map(({ config }) => ({ table: table.name, config })))
    .filter(({ config }) => !isOfTenant(config.columns[0]))
    .map(({ table, config }) => config.name ?? `${table}(${config.columns.map((c) => ('name' in c ? c.name : '?'))})`);
  return { tables: others.map(({ name }) => name).sort(), indexes: indexes.sort() };
}

const rooms: Room[] = [
  {
    folder: 'platform/db/schema',
    tenant: ['chainId', 'chain_id'],
    tables: [
      'accounts',
      'blacklisted_emails',
      'tans',
      'access_tokens',
      'api_keys',
      'owner_passkeys',
      'owner_sessions',
      'owner_sign_in_failures',
      'owner_used_challenges',
      'owners',
      'rate_buckets',
      'sandbox_attempts',
      'sandbox_faults',
      'sandbox_gyms',
      'sandbox_owner_links',
      'sandbox_requests',
      'sandbox_state',
      'secret_canary',
    ],
    indexes: [
      'chain_profiles_email_of_any_chain',
      'export_jobs_by_status',
      'export_jobs_to_delete',
      'push_notifications_undelivered',
      'webhook_deliveries_pending',
      'webhook_deliveries_settled',
    ],
  },
  {
    folder: 'lib/server/db/schema',
    tenant: ['locationId', 'location_id'],
    tables: [
      'badge_failures',
      'badge_keys',
      'locations',
      'set_up_links',
      'sign_in_failures',
      'sign_in_links',
      'staff',
      'staff_badges',
      'staff_passkeys',
      'staff_sessions',
      'used_challenges',
      // it records sign-ins without an account too
      'audit_log',
    ],
    indexes: [
      'staff_locations(staffId)',
      'forgotten_members(forgottenAt)',
      'location_work(kind,dueAt)',
      'member_messages(pressedAt)',
      'message_sendings(at)',
    ],
  },
];

test.each(rooms)('in $folder every key starts with the tenant, except for those listed here', async (room) => {
  const { tables, indexes } = await exceptionsOf(room);
  expect(tables.filter((table) => !room.tables.includes(table))).toEqual([]);
  expect(indexes.filter((index) => !room.indexes.includes(index))).toEqual([]);
});
