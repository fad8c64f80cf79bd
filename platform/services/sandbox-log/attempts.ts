import { lt, lte, or, sql as raw } from 'drizzle-orm';
import type { WebhookEventType } from '#contracts/v2/webhooks.ts';
import type { NamedStatement, PlatformDatabase, Sql } from '#platform/db/client.ts';
import { sandboxAttempts } from '#platform/db/schema/sandbox-log.ts';
import type { DeliveryFailure } from '#platform/db/schema/webhooks.ts';
import { cutText, logLimits, oldestLogged } from './request-log.ts';

export interface LoggedAttempt {
  deliveryId: string;
  gymId: string;
  webhookId: number;
  url: string;
  type: WebhookEventType;
  /** The number of the attempt among all of this delivery. */
  attempt: number;
  at: Date;
  durationMs: number;
  status: number | null;
  failure: DeliveryFailure | null;
  /** What was signed: id, time and body. Null if the secret could not be read. */
  signed: string | null;
  signature: string | null;
  /** The beginning of the receiver's response. */
  answer: string | null;
}

export interface AttemptRow extends LoggedAttempt {
  number: number;
}

/** Which attempts are listed; absent: all. */
interface AttemptFilter {
  gymId?: string | undefined;
  webhookId?: number | undefined;
  deliveryId?: string | undefined;
  /** The number of an attempt: older ones are listed. */
  before?: number | undefined;
  limit: number;
}

const trimEvery = 100;

/** Adds an attempt to the log of a sandbox. With every hundredth, those that are too old or too many are deleted. */
export async function logAttempt(sql: Sql, attempt: LoggedAttempt): Promise<void> {
  const { answer } = attempt;
  const [added] = await sql
    .insert(sandboxAttempts)
    .values({ ...attempt, answer: answer && cutText(answer) })
    .returning({ number: sandboxAttempts.number });
  if (!added || added.number % trimEvery !== 0) return;
  const isTooOld = lt(sandboxAttempts.loggedAt, raw.raw(oldestLogged));
  await sql.delete(sandboxAttempts).where(or(isTooOld, lte(sandboxAttempts.number, added.number - logLimits.attempts)));
}

const list: NamedStatement = {
  name: 'list_sandbox_attempts',
  text: `SELECT number, delivery_id AS "deliveryId", gym_id AS "gymId", webhook_id AS "webhookId", url, type, attempt, at,
      duration_ms AS "durationMs", status, failure, signed, signature, answer
    FROM sandbox_attempts
    WHERE logged_at >= ${oldestLogged} AND ($1::uuid IS NULL OR gym_id = $1)
      AND ($2::bigint IS NULL OR webhook_id = $2) AND ($3::uuid IS NULL OR delivery_id = $3)
      AND ($4::bigint IS NULL OR number < $4)
    ORDER BY number DESC LIMIT $5`,
};

/** The newest attempts of all processes. */
export const listAttempts = (
  db: PlatformDatabase,
  { gymId, webhookId, deliveryId, before, limit }: AttemptFilter,
): Promise<AttemptRow[]> => db.find<AttemptRow>(list, [gymId, webhookId, deliveryId, before, limit]);
