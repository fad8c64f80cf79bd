import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { type WebhookEvent, webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { backoffMs, longestBackoffMs } from '#lib/server/due/backoff.ts';
import { chooseDue, claimDue, type DueRows } from '#lib/server/due/claim-due.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import { handleEvent, lockForEvent } from './handle-event.ts';

/** The most events of a location in one round, so that no location delays another for long. */
const mostOfLocation = 20;
/** The most events of one round. */
const mostOfRound = 100;
/** For how many rounds a skipped location is left out: a long inbox of another one may take hours. */
const roundsLeftOut = 10;

/** With the type, which decides about the locks. */
type Key = Pick<WebhookEvent, 'locationId' | 'digest' | 'type'>;

/**
 * Handles all due events of the inbox, round by round. A failed event is retried later and does not stop the others. Events of a
 * platform that has not answered this process yet are skipped until its clock is known, because their times are by that clock; and
 * so are locations of which another transaction is handling an event. A skipped location is tried again some rounds later.
 * @param mostRounds a bound for callers that wait for the end
 */
export async function workInbox(desk: DeskContext, { mostRounds = Number.POSITIVE_INFINITY } = {}): Promise<void> {
  const left: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    if (round % roundsLeftOut === 0) left.length = 0;
    const due = await chooseDue(desk.db, dueEvents, {
      now: new Date(desk.clock()),
      atMost: mostOfRound,
      except: left,
    });
    if (due.length === 0) return;
    const unheard = await findUnheard(desk, due);
    // concurrently: events of other locations do not wait for these platforms
    const asked = inOwnContext(() => askUnheard(desk, unheard));
    for (const key of due) {
      if (desk.live.stopping.aborted) break;
      if (unheard.some(({ id }) => id === key.locationId) || left.includes(key.locationId)) continue;
      if (!(await inOwnContext(() => workOrPostpone(desk, key)))) left.push(key.locationId);
    }
    left.push(...(await asked));
    if (desk.live.stopping.aborted) return;
  }
}

/** The locations of the events whose platform has not answered this process yet. */
async function findUnheard(desk: DeskContext, due: readonly Key[]): Promise<Location[]> {
  const locationIds = [...new Set(due.map(({ locationId }) => locationId))];
  const found = await desk.db.select().from(locations).where(inArray(locations.id, locationIds));
  return found.filter((location) => !hasAnswered(desk, location));
}

/** @returns the ids of those whose platform still does not answer */
async function askUnheard(desk: DeskContext, unheard: readonly Location[]): Promise<string[]> {
  await Promise.all(unheard.map((location) => ping(desk.gymClientOf(location))));
  return unheard.filter((location) => !hasAnswered(desk, location)).map(({ id }) => id);
}

function hasAnswered(desk: DeskContext, location: Location): boolean {
  try {
    return desk.gymClientOf(location).readPlatformTime() !== undefined;
  } catch {
    // its key cannot be unsealed: its events fail one by one, and those of other locations do not
    return true;
  }
}

/**
 * The events that have not been handled yet. An event is claimed by the transaction that handles it: when its process dies, the
 * rollback releases it sooner than a lease would.
 */
const dueEvents: DueRows<typeof webhookInbox, keyof Key> = {
  table: webhookInbox,
  key: ['locationId', 'digest', 'type'],
  dueAt: webhookInbox.nextAttemptAt,
  isDue: (now) => and(isNotNull(webhookInbox.accountId), isDueBy(webhookInbox.nextAttemptAt, now, longestBackoffMs)),
  mostOfLocation,
};

/** @returns false where the event was skipped because another transaction has claimed it */
async function workOrPostpone(desk: DeskContext, key: Key): Promise<boolean> {
  try {
    return await work(desk, key);
  } catch (error) {
    desk.log.error({ error, locationId: key.locationId }, 'an event of a platform could not be acted upon');
    await postpone(desk, key);
    return true;
  }
}

function work(desk: DeskContext, key: Key): Promise<boolean> {
  return desk.db.transaction(async (tx) => {
    // serialises the events of a location across processes
    await lockExclusive(tx, `webhook inbox ${key.locationId}`);
    await lockForEvent(tx, key);
    const now = new Date(desk.clock());
    const [event] = await claimDue(tx, dueEvents, { now, row: key });
    // not claimed: handled in the meantime, or claimed by another transaction if it is still due
    if (!event) return (await tx.$count(webhookInbox, and(isEvent(key), dueEvents.isDue(now)))) === 0;
    if (event.accountId === null) return true;
    await handleEvent(tx, desk, { ...event, accountId: event.accountId });
    // the row stays for deduplication, without the member
    await tx.update(webhookInbox).set({ accountId: null }).where(isEvent(key));
    return true;
  });
}

async function postpone(desk: DeskContext, key: Key): Promise<void> {
  const [event] = await desk.db.select().from(webhookInbox).where(isEvent(key));
  if (!event) return;
  const attempts = event.attempts + 1;
  const nextAttemptAt = new Date(desk.clock() + backoffMs(attempts));
  await desk.db.update(webhookInbox).set({ attempts, nextAttemptAt }).where(isEvent(key));
}

const isEvent = ({ locationId, digest }: Key) =>
  and(eq(webhookInbox.locationId, locationId), eq(webhookInbox.digest, digest));
