import 'server-only';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { legacyAddress } from '#lib/server/base/env.ts';
import { legacyConnectivity } from '#lib/server/db/schema/legacy-connectivity.ts';
import { sendAlive, unansweredOf } from '#lib/server/gym-v1/send-alive.ts';
import { settleLegacyAttempt } from '#lib/server/legacy-connectivity/attempts.ts';
import { findLegacyCredentials } from '#lib/server/legacy-connectivity/send-due-alives.ts';
import type { LegacyOutcome } from '#lib/wire/legacy-connectivity.ts';
import { legacyEntries, seenVersion } from '#lib/wire/platform-access.ts';
import { requireVersion } from './connection-version.ts';
import { enterAddress } from './enter-address.ts';
import { setLocation } from './set-location.ts';

export const legacyInput = legacyEntries.extend({ url: legacyAddress('The address'), ...seenVersion.shape });

/** Stores the credentials of the legacy interface after the platform has accepted them. */
export async function saveLegacy(
  context: Reauthenticated,
  { version, url, gymId, token }: z.infer<typeof legacyInput>,
): Promise<LegacyOutcome> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  requireVersion(location, version);
  const kept = findLegacyCredentials(desk, location);
  const usable = token ?? (kept?.url === url ? kept.token : undefined);
  if (usable === undefined) return { kind: 'tokenMissing' };
  const attempt = await enterAddress(context, { name: 'v1Url', url });
  if (attempt.kind !== 'allowed') return attempt;
  const answer = await sendAlive({ url, gymId, token: usable, reach: attempt.reach });
  if (answer.state === 'refused') return { kind: 'refused' };
  if (answer.state === 'unreachable') {
    return answer.cause === 'notPublic' ? { kind: 'addressNotAllowed' } : unansweredOf(answer);
  }
  await setLocation(desk, {
    locationId: location.id,
    change: { v1Url: url, v1GymId: gymId, v1Token: token },
    by: staffId,
    version,
  });
  const [begun] = await desk.db.select().from(legacyConnectivity).where(eq(legacyConnectivity.locationId, location.id));
  const { state } = answer;
  if (begun) await settleLegacyAttempt(desk.db, { connectivity: begun, state, now: new Date(desk.clock()) });
  return { kind: 'kept' };
}

/** Deletes the credentials of the legacy interface; nothing is sent to it any more. */
export async function removeLegacy(
  { desk, actor }: Reauthenticated,
  { version }: z.infer<typeof seenVersion>,
): Promise<null> {
  const none = { v1Url: null, v1GymId: null, v1Token: null };
  await setLocation(desk, { locationId: actor.location.id, change: none, by: actor.staffId, version });
  return null;
}
