import { maxFutureMs, type PresenceRequest } from '#contracts/v2/visits.ts';
import { invalidFields, notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { VisitKind } from '#platform/db/schema/visits.ts';
import type { Call } from '#platform/services/call.ts';
import { readAccountId } from '#platform/services/members/account-id.ts';
import { deliverEventsOf } from '#platform/services/webhooks/emit.ts';

/**
 * Finds the member, records the event and creates the webhook deliveries, in one statement. The primary key makes it
 * idempotent: a repeated event creates no second delivery.
 */
const recordVisitOfMember: NamedStatement = {
  name: 'record_visit',
  text: `
    WITH member AS (
      SELECT p.account_id, m.is_known_to_v2
      FROM chain_profiles p LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
      WHERE p.chain_id = $1 AND p.account_id = $2
    ), recorded AS (
      INSERT INTO visits (chain_id, gym_id, account_id, kind, occurred_at, recorded_at)
      SELECT $1, $3, account_id, $4, $5, $6 FROM member WHERE is_known_to_v2 OR (NOT is_known_to_v2 AND $7)
      ON CONFLICT DO NOTHING
      RETURNING chain_id, gym_id, account_id, occurred_at, recorded_at AS emitted_at,
        CASE kind WHEN 'CHECKIN' THEN 'GYM_CHECKIN' ELSE 'GYM_CHECKOUT' END AS type
    ), told AS (${deliverEventsOf('recorded')})
    SELECT member.is_known_to_v2 AS "isKnownToV2" FROM member`,
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
  const values = [call.chainId, readAccountId(accountId), call.gymId, kind, occurredAt, now, call.seesUnmigrated];
  const [member] = await call.db.find<{ isKnownToV2: boolean | null }>(recordVisitOfMember, values);
  if (!member || (member.isKnownToV2 === false && !call.seesUnmigrated)) throw notFound('ACCOUNT');
  if (member.isKnownToV2 === null) throw notFound('MEMBERSHIP');
}
