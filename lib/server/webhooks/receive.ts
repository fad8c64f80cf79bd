import 'server-only';
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { webhookDeliveryAsRead } from '#contracts/v2/webhooks.ts';
import { readInstant } from '#lib/server/base/calendar.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import {
  type WebhookEvent,
  type WebhookRegistration,
  webhookInbox,
  webhookRegistrations,
} from '#lib/server/db/schema/webhooks.ts';
import { findEchoed } from '#lib/server/visit-sending/find-echoed.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { webhookEventTypes } from '#lib/wire/connection.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { hasSignature, type Signature } from '#shared/webhook/signature.ts';
import { isSignedOrBare } from './is-signed-or-bare.ts';
import { tellsApart } from './tells-apart.ts';

interface Delivery {
  /** The last segment of the path of the request. */
  hookId: string;
  /** The secret that authenticates the sender. */
  secret: string | null;
  /** The signature headers, which only some platforms send, and some with another meaning. */
  signature: Signature;
  /** Null where the body is too large. Called only after the sender is authenticated. */
  readBody: () => Promise<string | null>;
}

/** `accepted`: stored, now or by an earlier delivery. */
export type Receipt = 'accepted' | 'ignored' | 'forbidden' | 'tooLarge' | 'malformed';

type Receiving = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'previousSecret'>;

/**
 * Stores a delivery in the inbox, deduplicated, for `workInbox`. Events that the desk does not use are ignored, and so are echoes of
 * visits that were settled before.
 */
export async function receiveDelivery(desk: Receiving, delivery: Delivery): Promise<Receipt> {
  const sender = await authenticate(desk, delivery);
  if (sender === null) return 'forbidden';
  const { locationId, heardAt, secret } = sender;
  const body = await delivery.readBody();
  if (body === null) return 'tooLarge';
  if (!isSignedOrBare(delivery.signature, { body, secret, now: desk.clock() })) return 'forbidden';
  await noteHeard(desk, { locationId, heardAt });
  const parsed = wellFormed.pipe(webhookDeliveryAsRead).safeParse(parseJson(body));
  if (!parsed.success) return 'malformed';
  const type = webhookEventTypes.find((known) => known === parsed.data.type);
  const accountId = accountIdInput.safeParse(parsed.data.accountId).data;
  if (type === undefined || accountId === undefined) return 'ignored';

  const receivedAt = desk.clock();
  const at = readEventTime(parsed.data.timestamp, receivedAt);
  if (await isOfSentVisit(desk.db, { locationId, accountId, type, at: new Date(at) })) return 'ignored';
  const { timestamp } = parsed.data;
  const content = contentOf({ type, accountId, timestamp, signature: delivery.signature, receivedAt }) ?? desk.newId();
  const digest = digestOf(content, desk.secret);
  const now = new Date(receivedAt);
  await desk.db
    .insert(webhookInbox)
    .values({ locationId, digest, type, accountId, at: new Date(at), receivedAt: now, nextAttemptAt: now })
    .onConflictDoNothing();
  return 'accepted';
}

interface Content {
  type: string;
  accountId: string;
  timestamp: number | string | null | undefined;
  signature: Signature;
  receivedAt: number;
}

/**
 * What redeliveries of an event share, and no other event does; null where nothing distinguishes it from another one. The id of a signed
 * delivery does, as the signature covers it. Other senders may send that of the registration as `webhook-id`, the same in every
 * delivery: their event is known by its time, or where that may be the same in many events, by the hour in which it is delivered.
 */
function contentOf({ type, accountId, timestamp, signature, receivedAt }: Content): string | null {
  const { id } = signature;
  if (id && hasSignature(signature)) return `${type} ${id}`;
  const about = `${type} ${accountId} ${timestamp ?? ''}`;
  if (tellsApart(timestamp)) return id ? `${about} ${id}` : about;
  return id ? `${about} ${Math.floor(receivedAt / hourMs)} ${id}` : null;
}

/** Whether there is nothing to do, since the desk knows already that the visit was sent: most events are such echoes. */
async function isOfSentVisit(
  db: Queryable,
  { type, ...event }: MemberKey & Pick<WebhookEvent, 'type' | 'at'>,
): Promise<boolean> {
  switch (type) {
    case 'GYM_CHECKIN':
      return (await findEchoed(db, { ...event, kind: 'checkIn' }))?.state === 'sent';
    case 'GYM_CHECKOUT':
      return (await findEchoed(db, { ...event, kind: 'checkOut' }))?.state === 'sent';
    case 'MEMBERSHIP_DELETE':
      return false;
  }
}

/** Throttles the update of a row that all deliveries of a location share. */
const heardAgainMs = 10_000;

/** Notes that the webhook works, also for events that the desk does not use. */
async function noteHeard(
  { db, clock }: Receiving,
  { locationId, heardAt }: Pick<WebhookRegistration, 'locationId' | 'heardAt'>,
): Promise<void> {
  const now = clock();
  const ageMs = heardAt === null ? null : now - heardAt.getTime();
  if (ageMs !== null && ageMs >= 0 && ageMs <= heardAgainMs) return;
  await db
    .update(webhookRegistrations)
    .set({ heardAt: new Date(now) })
    .where(eq(webhookRegistrations.locationId, locationId));
}

/**
 * Accepts the secret of the webhook, and the former one while it is being replaced. Takes the same time for an unknown address as
 * for a wrong secret.
 */
async function authenticate(
  { db, secret: deskSecret, previousSecret }: Receiving,
  { hookId, secret }: Delivery,
): Promise<(Pick<WebhookRegistration, 'locationId' | 'heardAt'> & { secret: string }) | null> {
  const isHookId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(hookId);
  const [found] = await registrationStatement(db).execute({ hookId: isHookId ? hookId : unusedHookId });
  const accepted = found ? secretsOf({ secret: deskSecret, previousSecret }, found) : [deskSecret];
  const given = hash(secret ?? '');
  const right = accepted.find((one) => timingSafeEqual(given, hash(one)));
  return found && right !== undefined ? { locationId: found.locationId, heardAt: found.heardAt, secret: right } : null;
}

const secretsOf = (
  desk: Pick<DeskContext, 'secret' | 'previousSecret'>,
  registration: Pick<WebhookRegistration, 'locationId' | 'sealedSecret' | 'sealedFormerSecret'>,
): string[] =>
  [registration.sealedSecret, registration.sealedFormerSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unseal(desk, { sealed, locationId: registration.locationId, field: 'webhookSecret' }));

const registrationStatement = prepareOnce((db) => {
  const { locationId, sealedSecret, sealedFormerSecret, heardAt, hookId } = webhookRegistrations;
  return db
    .select({ locationId, sealedSecret, sealedFormerSecret, heardAt })
    .from(webhookRegistrations)
    .where(eq(hookId, sql.placeholder('hookId')))
    .prepare('');
});

const unusedHookId = '00000000-0000-0000-0000-000000000000';
const hash = (text: string) => createHash('sha256').update(text).digest();

function digestOf(text: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'front-desk deliveries', 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Generous: an event has a handful of fields. */
const bounds = { depth: 8, values: 200 };

function parseJson(text: string): unknown {
  try {
    return parseWithin(text, bounds);
  } catch {
    return undefined;
  }
}

/** Earlier times are invalid: zero, or seconds taken as milliseconds. */
const earliest = Date.parse('2000-01-01T00:00:00Z');
/** Later times are invalid, too; sums with them would exceed the range of timestamps. */
const tooLate = Date.parse('9999-12-31T00:00:00Z');

/**
 * The time of an event in epoch milliseconds, from a number, a number as text, or an ISO instant. It is by the platform's clock,
 * which may be ahead. An invalid time, also one without a time zone, is replaced by the time of receipt by the desk's clock, as events
 * are delivered when they happen.
 */
export function readEventTime(timestamp: number | string | null | undefined, receivedAt: number): number {
  const at = Math.round(millisecondsOf(timestamp));
  return at >= earliest && at < tooLate ? at : receivedAt;
}

function millisecondsOf(timestamp: number | string | null | undefined): number {
  if (typeof timestamp === 'number') return timestamp;
  const text = timestamp?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) : (readInstant(text)?.getTime() ?? Number.NaN);
}
