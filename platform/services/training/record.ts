import { sql as raw } from 'drizzle-orm';
import { type ExportType, exportTypes } from '#contracts/export/events.ts';
import { maxFutureMs } from '#contracts/v2/visits.ts';
import { type FieldError, invalidFields, notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { readAccountId } from '#platform/services/members/account-id.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { isEventIdOf } from './event-id.ts';
import { ensureTrainingPartitions } from './partitions.ts';
import { type TrainingEvent, trainingTables } from './training-event.ts';

const latestDays = 30;
const latestMs = latestDays * dayMs;

/**
 * Records training events of the calling gym in one transaction, up to 30 days late. Idempotent: a repeated event
 * changes nothing. A corrected event replaces everything except its time.
 * @throws 400 for a time more than five minutes ahead or 30 days ago, and for an id that does not contain this time;
 * 404 ACCOUNT for an unknown person
 */
export async function recordTraining(call: Call, events: readonly TrainingEvent[]): Promise<void> {
  const now = call.clock();
  const mistakes = events.flatMap((event, index) => mistakesOf(event, index, now));
  if (mistakes.length > 0) throw invalidFields(...mistakes);
  const accountIds = [...new Set(events.map(({ accountId }) => readAccountId(accountId).toLowerCase()))];
  if (accountIds.length === 0) return;
  const times = events.map(({ occurredAt }) => occurredAt.getTime());
  await call.db.read((sql) =>
    ensureTrainingPartitions(sql, new Date(Math.min(...times)), new Date(Math.max(...times))),
  );
  await call.db.transaction(async (sql) => {
    await requirePeople(sql, call, accountIds);
    for (const type of exportTypes) {
      const ofType = events.filter((event) => event.type === type);
      if (ofType.length > 0) await writeEvents(sql, call, type, ofType);
    }
  });
}

function mistakesOf({ eventId, occurredAt }: TrainingEvent, index: number, now: Date): FieldError[] {
  const name = `[${index}].occurredAt`;
  const ageMs = now.getTime() - occurredAt.getTime();
  // also true for an invalid date, because every comparison with NaN is false
  if (!(ageMs >= -maxFutureMs)) {
    return [{ name, message: 'Must not lie more than 5 minutes ahead.', rejectedValue: occurredAt }];
  }
  if (ageMs > latestMs) {
    const message = `Must not lie more than ${latestDays} days back: send events within ${latestDays} days.`;
    return [{ name, message, rejectedValue: occurredAt }];
  }
  if (isEventIdOf(eventId, occurredAt)) return [];
  const message = 'Must be a UUID of version 7 whose time is `occurredAt`: when an event happened never changes.';
  return [{ name: `[${index}].eventId`, message, rejectedValue: eventId }];
}

/**
 * Locks all people of the events, so that none is erased before the events are written. A later erasure deletes them.
 */
async function requirePeople(sql: Sql, { chainId, seesUnmigrated }: Call, accountIds: string[]): Promise<void> {
  const { rowCount } = await sql.execute(raw`
    SELECT FROM chain_profiles p LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    WHERE p.chain_id = ${chainId} AND p.account_id = ANY(${raw.param(accountIds)}::uuid[])
      AND (m.is_known_to_v2 IS NOT FALSE OR ${seesUnmigrated})
    ORDER BY p.account_id
    FOR KEY SHARE OF p`);
  if (rowCount !== accountIds.length) throw notFound('ACCOUNT');
}

async function writeEvents(sql: Sql, call: Call, type: ExportType, events: readonly TrainingEvent[]): Promise<void> {
  const { table, measured } = trainingTables[type];
  const columns = ['account_id', ...Object.values(measured)];
  const list = columns.join(', ');
  const fields: [field: string, column: string][] = [
    ['eventId', 'event_id'],
    ['accountId', 'account_id'],
    ['occurredAt', 'occurred_at'],
    ...Object.entries(measured),
  ];
  // if an event is sent twice in one request, the later one counts
  const latest = new Map<string, object>();
  for (const event of events) {
    const values = new Map<string, unknown>(Object.entries(event));
    latest.set(
      event.eventId.toLowerCase(),
      Object.fromEntries(fields.map(([field, column]) => [column, values.get(field)])),
    );
  }
  await sql.execute(raw`
    INSERT INTO ${raw.raw(table)} AS known (chain_id, gym_id, recorded_at, occurred_at, event_id, ${raw.raw(list)})
    SELECT ${call.chainId}::uuid, ${call.gymId}::uuid, ${call.clock()}::timestamptz, occurred_at, event_id, ${raw.raw(list)}
    FROM jsonb_populate_recordset(NULL::${raw.raw(table)}, ${JSON.stringify([...latest.values()])}::jsonb)
    ORDER BY occurred_at, event_id
    ON CONFLICT (chain_id, gym_id, occurred_at, event_id) DO UPDATE
    SET recorded_at = excluded.recorded_at, ${raw.raw(columns.map((name) => `${name} = excluded.${name}`).join(', '))}
    WHERE (${raw.raw(columns.map((name) => `known.${name}`).join(', '))})
      IS DISTINCT FROM (${raw.raw(columns.map((name) => `excluded.${name}`).join(', '))})`);
}
