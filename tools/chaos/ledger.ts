import { setTimeout as sleep } from 'node:timers/promises';
import type { InDatabase } from '#tools/testing/with-database.ts';
import { type Comparison, compare, type HeldVisit, type MadeTap } from './compare.ts';

const lookEveryMs = 1_000;
/**
 * The tolerance for a platform whose clock was set back, which records earlier times. It includes no other visits: the
 * members had none within the last day.
 */
const farthestClockMs = 30 * 60_000;

/** The final state of every tap. */
export interface Settlement {
  /** Whether nothing was left to send when the wait ended. */
  isSettled: boolean;
  tookMs: number;
}

/**
 * Waits until every tap is answered and the ledger has nothing left to send.
 * @param longestMs evaluated at every poll
 */
export async function awaitSettlement(
  inDatabase: InDatabase,
  taps: () => readonly MadeTap[],
  longestMs: () => number,
): Promise<Settlement> {
  const startedAt = performance.now();
  for (;;) {
    const isAnswered = taps().every(({ answer }) => answer.kind !== 'waiting');
    const isSettled = isAnswered && (await countUnsent(inDatabase)) === 0;
    const tookMs = performance.now() - startedAt;
    if (isSettled || tookMs > longestMs()) return { isSettled, tookMs };
    await sleep(lookEveryMs);
  }
}

async function countUnsent(inDatabase: InDatabase): Promise<number> {
  return inDatabase('desk', async (client) => {
    const { rows } = await client.query<{ unsent: number }>(
      `select count(*)::int as unsent from visits where state in ('held', 'waiting', 'sending')`,
    );
    return rows[0]?.unsent ?? 0;
  });
}

/** Why the ledger will never send a visit, by tap id. */
async function readRefusals(inDatabase: InDatabase): Promise<Map<string, string>> {
  return inDatabase('desk', async (client) => {
    const { rows } = await client.query<{ tapId: string; reason: string }>(
      `select tap_id as "tapId", state || ': ' || coalesce(last_error, '') as reason
       from visits where state not in ('held', 'waiting', 'sending', 'sent')`,
    );
    return new Map(rows.map(({ tapId, reason }) => [tapId, reason]));
  });
}

/** The visits that the platform holds of the members who tapped, since before the first tap. */
export async function readHeldVisits(
  inDatabase: InDatabase,
  taps: readonly MadeTap[],
  since: Date,
): Promise<HeldVisit[]> {
  const accountIds = [...new Set(taps.map(({ accountId }) => accountId))];
  return inDatabase('platform', async (client) => {
    const { rows } = await client.query<{ accountId: string; kind: 'CHECKIN' | 'CHECKOUT'; at: Date }>(
      `select account_id as "accountId", kind, occurred_at as at
       from visits where account_id = any($1) and recorded_at >= $2`,
      [accountIds, new Date(since.getTime() - farthestClockMs)],
    );
    return rows.map(({ accountId, kind, at }) => ({
      accountId,
      kind: kind === 'CHECKIN' ? 'checkIn' : 'checkOut',
      at: at.getTime(),
    }));
  });
}

/** What the desk has about the members of taps that were lost: all their taps and visits, in order, one line each. */
export async function describeLost(inDatabase: InDatabase, { findings }: Comparison): Promise<string[]> {
  const lost = findings.flatMap(({ kind, tap }) => (kind === 'lost' ? [tap] : []));
  if (lost.length === 0) return [];
  // those of nobody whom the platform has named, or without an answer, by themselves
  const asked = [lost.map(({ accountId }) => accountId), lost.map(({ tapId }) => tapId)];
  return inDatabase('desk', async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(' ', account, at, what) as line from (
         select answer ->> 'accountId' as account, (answer ->> 'tappedAt')::timestamptz as at,
                concat_ws(' ', operation, tap_id, 'found', answer ->> 'visitTapId', answer -> 'decision' ->> 'kind', answer ->> 'setAside') as what
           from taps where answer ->> 'accountId' = any($1) or tap_id = any($2)
         union all
         select account_id, tapped_at, concat_ws(' ', 'visit', kind, tap_id, state, 'told', platform_at, 'clock', clock, last_error)
           from visits where account_id = any($1) or tap_id = any($2)) known
       order by account, at, what`,
      asked,
    );
    return rows.map(({ line }) => line);
  });
}

/** Compares what people did with what the platform holds, once everything has arrived. */
export async function judge(
  inDatabase: InDatabase,
  made: readonly MadeTap[],
  since: Date,
): Promise<{ taps: readonly MadeTap[]; comparison: Comparison }> {
  const taps = withRefusals(made, await readRefusals(inDatabase));
  return { taps, comparison: compare(taps, await readHeldVisits(inDatabase, taps, since)) };
}

/** A visit that the ledger will never send counts as refused, whatever response its window got. */
const withRefusals = (taps: readonly MadeTap[], refusals: ReadonlyMap<string, string>): MadeTap[] =>
  taps.map((tap) => {
    const reason = refusals.get(tap.tapId);
    return reason === undefined ? tap : { ...tap, answer: { kind: 'refused', reason } };
  });
