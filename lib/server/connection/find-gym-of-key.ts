import 'server-only';
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { listWebhooks } from '#lib/server/gym-api/webhooks.ts';
import { hookIdOf } from '#lib/server/webhooks/register.ts';
import type { GymOfKey, KeyDoubt } from '#lib/wire/connection.ts';

interface TriedKey {
  gym: GymClient;
  /** The origin of the platform. */
  url: string;
}

/**
 * Finds out whose key it is, as far as the platform's answers tell. Version 2 does not say it, but the webhooks under a key are
 * those of its gym, and the members of this location are known to a key of its chain.
 */
export async function findGymOfKey(context: StaffContext, tried: TriedKey): Promise<GymOfKey> {
  const hooks = await readHooks(context, tried.gym);
  if (hooks?.isOwnThere) return { kind: 'thisGym' };
  if (hooks?.other) return { kind: 'otherGym', name: await nameFor(context, hooks.other) };
  const known = await countKnownMembers(context, tried.gym);
  if (known.found === 0 && known.missing >= fewestMissing) return { kind: 'otherMembers' };
  if (hooks && (await hasRegistered(context, tried))) return { kind: 'otherWebhooks' };
  return { kind: known.found > 0 ? 'sameMembers' : 'untold' };
}

export const isDoubt = (gym: GymOfKey): gym is KeyDoubt =>
  gym.kind === 'otherGym' || gym.kind === 'otherMembers' || gym.kind === 'otherWebhooks';

/** Another location in use that has the same key at the same platform. */
export async function findHolderOfKey(
  context: StaffContext,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<{ name: string | null } | null> {
  const { desk, actor } = context;
  const others = await desk.db
    .select({ id: locations.id, name: locations.name, sealed: locations.sealedApiKey })
    .from(locations)
    .where(and(eq(locations.apiUrl, url), ne(locations.id, actor.location.id), isInUse));
  const holder = others.find(({ id, sealed }) => unseal(desk, { sealed, locationId: id, field: 'apiKey' }) === apiKey);
  return holder ? { name: await nameFor(context, holder) } : null;
}

interface OtherLocation {
  id: string;
  name: string;
}

/** Locations of other managers are not named. */
async function nameFor({ desk, staff }: StaffContext, { id, name }: OtherLocation): Promise<string | null> {
  const own = await readOwnIds(desk.db, staff.id);
  return own.includes(id) ? name : null;
}

/** Which webhooks of this desk are registered under the key; null where the platform does not tell. */
async function readHooks(
  { desk, actor }: StaffContext,
  gym: GymClient,
): Promise<{ isOwnThere: boolean; other: OtherLocation | undefined } | null> {
  const listed = await listWebhooks(gym);
  if (!listed.ok) return null;
  const hookIds = listed.value.items.flatMap(({ url }) => hookIdOf(url) ?? []);
  const found = await desk.db
    .select({ id: locations.id, name: locations.name })
    .from(webhookRegistrations)
    .innerJoin(locations, eq(locations.id, webhookRegistrations.locationId))
    .where(inArray(webhookRegistrations.hookId, hookIds));
  const isOwn = ({ id }: OtherLocation) => id === actor.location.id;
  return { isOwnThere: found.some(isOwn), other: found.find((location) => !isOwn(location)) };
}

/** Whether this location has a webhook at this platform, by what the desk last knew. */
async function hasRegistered({ desk, actor: { location } }: StaffContext, { url }: TriedKey): Promise<boolean> {
  if (url !== location.apiUrl) return false;
  const isRegistered = and(
    eq(webhookRegistrations.locationId, location.id),
    eq(webhookRegistrations.state, 'registered'),
  );
  return (await desk.db.$count(webhookRegistrations, isRegistered)) > 0;
}

const triedMembers = 5;
/** Fewer may have left the gym in the meantime. */
const fewestMissing = 3;

async function countKnownMembers(
  { desk, actor: { location } }: StaffContext,
  gym: GymClient,
): Promise<{ found: number; missing: number }> {
  const known = await desk.db
    .select({ accountId: members.accountId })
    .from(members)
    .where(and(eq(members.locationId, location.id), isNull(members.absentAt)))
    .orderBy(desc(members.syncedAt))
    .limit(triedMembers);
  const answers = await Promise.all(
    known.map(({ accountId }) => readAccount(gym, { accountId, urgency: 'background', timeoutMs, isFresh: true })),
  );
  const isMissing = (answer: (typeof answers)[number]) =>
    !answer.ok && classifyFailure(answer.problem).kind === 'missing';
  return { found: answers.filter(({ ok }) => ok).length, missing: answers.filter(isMissing).length };
}

const timeoutMs = 5_000;
