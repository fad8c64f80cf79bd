import 'server-only';
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { webhookDeliveryAsRead } from '#contracts/v2/webhooks.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { webhookEventTypes, webhookInbox, webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import type { Signature } from '#shared/webhook/signature.ts';
import { isSignedOrBare } from './signature.ts';

interface Delivery {
  /** The last part of the address it came to. */
  hookId: string;
  /** What the sender proves itself with. */
  secret: string | null;
  /** What the sender signs with; its id is the same in every repeat. Only some senders tell it. */
  signature: Signature;
  /** Null where the body is larger than any delivery. Read only of a sender that has proven itself. */
  readBody: () => Promise<string | null>;
}

export type Receipt = 'accepted' | 'ignored' | 'forbidden' | 'tooLarge' | 'malformed';

type Receiving = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'previousSecret'>;

/** Writes a delivery down, once, to be acted upon by `workInbox`. Whatever this desk has no use for is ignored. */
export async function receiveDelivery(desk: Receiving, delivery: Delivery): Promise<Receipt> {
  const sender = await authenticate(desk, delivery);
  if (sender === null) return 'forbidden';
  const { locationId, secret } = sender;
  const body = await delivery.readBody();
  if (body === null) return 'tooLarge';
  if (!isSignedOrBare(delivery.signature, body, secret, desk.clock())) return 'forbidden';
  const parsed = wellFormed.pipe(webhookDeliveryAsRead).safeParse(parseJson(body));
  if (!parsed.success) return 'malformed';
  const type = webhookEventTypes.find((known) => known === parsed.data.type);
  const accountId = accountIdInput.safeParse(parsed.data.accountId).data;
  if (type === undefined || accountId === undefined) return 'ignored';

  const receivedAt = desk.clock();
  const at = readEventTime(parsed.data.timestamp, receivedAt);
  const told = `${type} ${accountId} ${parsed.data.timestamp ?? desk.newId()}`;
  const { id } = delivery.signature;
  const digest = digestOf(id ? `${type} ${id}` : told, desk.secret);
  const now = new Date(receivedAt);
  await desk.db
    .insert(webhookInbox)
    .values({ locationId, digest, type, accountId, at: new Date(at), receivedAt: now, nextAttemptAt: now })
    .onConflictDoNothing();
  return 'accepted';
}

/** An address that is nobody's takes as long as a wrong secret. */
async function authenticate(
  { db, secret: deskSecret, previousSecret }: Receiving,
  { hookId, secret }: Delivery,
): Promise<{ locationId: string; secret: string } | null> {
  const isHookId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(hookId);
  const [found] = await db
    .select({ locationId: webhookRegistrations.locationId, sealedSecret: webhookRegistrations.sealedSecret })
    .from(webhookRegistrations)
    .where(eq(webhookRegistrations.hookId, isHookId ? hookId : nobodysId));
  const expected = found
    ? unseal(
        { secret: deskSecret, previousSecret },
        { sealed: found.sealedSecret, locationId: found.locationId, field: 'webhookSecret' },
      )
    : deskSecret;
  const isRight = timingSafeEqual(hash(secret ?? ''), hash(expected));
  return found && isRight ? { locationId: found.locationId, secret: expected } : null;
}

const nobodysId = '00000000-0000-0000-0000-000000000000';
const hash = (text: string) => createHash('sha256').update(text).digest();

function digestOf(text: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'front-desk deliveries', 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** An event has a handful of fields. */
const bounds = { depth: 8, values: 200 };

function parseJson(text: string): unknown {
  try {
    return parseWithin(text, bounds);
  } catch {
    return undefined;
  }
}

/** Nothing that is told today happened before; an empty or invented time does. */
const earliest = Date.parse('2000-01-01T00:00:00Z');
/** An invented time as well, and with what is added to it where it is compared, later than any calendar. */
const tooLate = Date.parse('9999-12-31T00:00:00Z');

/**
 * When an event happened, epoch milliseconds, from a number, a number as text, or an ISO instant: by the clock of the
 * platform, which may be ahead. A time that cannot be is replaced by when the event was received, by the desk's clock: events
 * are told as they happen.
 */
export function readEventTime(timestamp: number | string | null | undefined, receivedAt: number): number {
  const at = Math.round(millisecondsOf(timestamp));
  return at >= earliest && at < tooLate ? at : receivedAt;
}

function millisecondsOf(timestamp: number | string | null | undefined): number {
  if (typeof timestamp === 'number') return timestamp;
  const text = timestamp?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}
