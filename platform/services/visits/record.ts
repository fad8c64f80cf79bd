import { maxFutureMs, type PresenceRequest } from '#contracts/v2/visits.ts';
import { invalidFields, notFound } from '#platform/base/errors.ts';
import { askedAs } from '#platform/db/asked-as.ts';
import type { BatchStatement } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import type { VisitKind } from '#platform/db/schema/visits.ts';
import type { Call } from '#platform/services/call.ts';
import { readAccountId } from '#platform/services/members/account-id.ts';
import { deliverEventsOf } from '#platform/services/webhooks/emit.ts';

/**
 * Finds the members, records the events and creates the webhook deliveries, in one statement. The primary key makes it
 * idempotent: a repeated event creates no second delivery. All processes insert in the same order, so that none waits
 * for another in a circle.
 */
const recordVisits: BatchStatement = {
  name: 'record_visits',
  text: `
    WITH member AS (
      SELECT asked.*, m.is_known_to_v2
      FROM ${askedAs('account_id uuid', 'gym_id uuid', 'kind text', 'occurred_at timestamptz', 'recorded_at timestamptz', 'sees_unmigrated boolean')}
      JOIN chain_profiles p ON p.chain_id = $1 AND p.account_id = asked.account_id
      LEFT JOIN memberships m ON m.chain_id = $1 AND m.account_id = asked.account_id
    ), recorded AS (
      INSERT INTO visits (chain_id, gym_id, account_id, kind, occurred_at, recorded_at)
      SELECT $1, gym_id, account_id, kind, occurred_at, recorded_at FROM member
      WHERE is_known_to_v2 OR (NOT is_known_to_v2 AND sees_unmigrated)
      ORDER BY gym_id, account_id, kind, occurred_at
      ON CONFLICT DO NOTHING
      RETURNING chain_id, gym_id, account_id, occurred_at, recorded_at AS emitted_at,
        CASE kind WHEN 'CHECKIN' THEN 'GYM_CHECKIN' ELSE 'GYM_CHECKOUT' END AS type
    ), told AS (${deliverEventsOf('recorded')})
    SELECT place, is_known_to_v2 AS "isKnownToV2" FROM member`,
};

/**
 * Records that a member of the chain entered or left the calling gym, at the time it happened. Idempotent (behaviour
 * sheet, "Visits and admission").
 * @param name the field name of the time in the caller's interface
 * @throws 400 for a time more than five minutes ahead, 404 as every look-up
 */
export async function recordVisit(
  call: Call,
  accountId: string,
  kind: VisitKind,
  request: PresenceRequest,
  name = 'timestamp',
): Promise<void> {
  const now = call.clock();
  const occurredAt = request.timestamp == null ? now : new Date(request.timestamp);
  if (occurredAt.getTime() > now.getTime() + maxFutureMs) {
    throw invalidFields({
      name,
      message: 'Must not lie more than 5 minutes ahead.',
      rejectedValue: request.timestamp,
    });
  }
  const values = [readAccountId(accountId), call.gymId, kind, occurredAt, now, call.seesUnmigrated];
  const [member] = await retryOnCollision(() =>
    call.db.findInBatch<{ isKnownToV2: boolean | null }>(recordVisits, values),
  );
  if (!member || (member.isKnownToV2 === false && !call.seesUnmigrated)) throw notFound('ACCOUNT');
  if (member.isKnownToV2 === null) throw notFound('MEMBERSHIP');
}
