import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type DueWork, openLanes } from '#lib/server/due/lanes.ts';
import { reachOf } from '#lib/server/gym-api/reach-of.ts';
import { type LegacyCredentials, sendAlive } from '#lib/server/gym-v1/send-alive.ts';
import { logCurrentContext } from '#lib/server/log/log-context.ts';
import { claimLegacyAttempts, type LegacyAttempt, settleLegacyAttempt } from './attempts.ts';

type Sending = Pick<DeskContext, 'db' | 'clock' | 'secret' | 'previousSecret' | 'log'>;

/** Sends a sign of life to the legacy interface of each location when it is due. */
export const sendingAlives = (desk: Sending): DueWork<LegacyAttempt> => ({
  name: 'signs of life',
  broken: 'a sign of life could not be sent',
  take: (look) => claimLegacyAttempts(desk.db, look),
  idOf: ({ location }) => location.id,
  locationOf: ({ location }) => location.id,
  work: (attempt) => sendOne(desk, attempt),
});

/** Sends all signs of life that are due now. */
export const sendDueAlives = (desk: Sending): Promise<void> => openLanes(desk, sendingAlives(desk)).idle();

async function sendOne(desk: Sending, { connectivity, location }: LegacyAttempt): Promise<void> {
  const credentials = findLegacyCredentials(desk, location);
  if (!credentials) return;
  const answer = await sendAlive(credentials);
  const { state } = answer;
  const leastMs = ('retryAfterMs' in answer && answer.retryAfterMs) || 0;
  const isKept = await keepAnswer(desk.db, { connectivity, state, leastMs, now: new Date(desk.clock()) });
  if (!isKept || state === connectivity.state) return;
  const what = { locationId: location.id, ...answer };
  logCurrentContext(desk.log, what, 'the legacy interface of a location is in another state');
}

/** @returns false where the credentials were changed during the attempt */
function keepAnswer(db: Queryable, attempt: Parameters<typeof settleLegacyAttempt>[1]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isKept = await settleLegacyAttempt(tx, attempt);
    if (isKept) await notifyLive(tx, { locationId: attempt.connectivity.locationId, event: 'status' });
    return isKept;
  });
}

/** The legacy credentials of a location; null where it has none. */
export function findLegacyCredentials(
  { secret, previousSecret }: Pick<DeskContext, 'secret' | 'previousSecret'>,
  location: Location,
): LegacyCredentials | null {
  const { id, v1Url, v1GymId, sealedV1Token } = location;
  if (v1Url === null || v1GymId === null || sealedV1Token === null) return null;
  const token = unseal({ secret, previousSecret }, { sealed: sealedV1Token, locationId: id, field: 'v1Token' });
  return { url: v1Url, gymId: v1GymId, token, reach: reachOf(location, 'v1Url') };
}
