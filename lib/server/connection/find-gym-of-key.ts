import 'server-only';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { receivesWebhooks } from '#lib/server/base/receives-webhooks.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { listWebhooks } from '#lib/server/gym-api/webhooks.ts';
import { type EnteredKey, findLocationOfKey, type OtherLocation } from '#lib/server/locations/location-of-key.ts';
import { secretOf } from '#lib/server/webhooks/register.ts';
import type { GymOfKey, KeyDoubt } from '#lib/wire/connection.ts';
import { hookIdOf } from '#shared/webhook/desk-hook.ts';

interface TriedKey {
  gym: GymClient;
  /** The origin of the platform. */
  url: string;
}

/**
 * Determines which gym the key in use belongs to, as far as the platform's answers show it. Version 2 does not report it, but the
 * webhooks under a key are those of its gym, and the members of this location are known to a key of its chain. That the webhook
 * of this location is there proves nothing: the desk registers it under whatever key is in use.
 */
export const findGymOfKey = async (context: StaffContext, tried: TriedKey): Promise<GymOfKey> =>
  judge(context, tried, await readHooks(context, tried.gym));

/**
 * Signs that a key that a manager has entered is another gym's. The current webhook proves that it belongs to the gym of the key
 * in use.
 */
export async function findDoubt(context: StaffContext, tried: TriedKey): Promise<KeyDoubt | null> {
  const hooks = await readHooks(context, tried.gym);
  if (hooks?.own === 'current') return null;
  const gym = await judge(context, tried, hooks);
  return isDoubt(gym) ? gym : null;
}

async function judge(context: StaffContext, tried: TriedKey, hooks: FoundHooks | null): Promise<GymOfKey> {
  if (hooks?.other) return { kind: 'otherGym', name: await nameFor(context, hooks.other) };
  const known = await countKnownMembers(context, tried.gym);
  if (known.found === 0 && known.missing >= fewestMissing) return { kind: 'otherMembers' };
  if (hooks?.own === 'none' && (await hasRegistered(context, tried))) return { kind: 'otherWebhooks' };
  return { kind: known.found > 0 ? 'sameMembers' : 'untold' };
}

const isDoubt = (gym: GymOfKey): gym is KeyDoubt =>
  gym.kind === 'otherGym' || gym.kind === 'otherMembers' || gym.kind === 'otherWebhooks';

/** Another location in use that has the same key at the same platform, as it is shown to a manager. */
export async function findHolderOfKey(
  context: StaffContext,
  entered: EnteredKey,
): Promise<{ name: string | null } | null> {
  const holder = await findLocationOfKey(context.desk, entered);
  return holder && { name: await nameFor(context, holder) };
}

/** Locations of other managers are not named. */
export async function nameFor({ desk, staff }: StaffContext, { id, name }: OtherLocation): Promise<string | null> {
  const own = await readOwnIds(desk.db, staff.id);
  return own.includes(id) ? name : null;
}

interface FoundHooks {
  /** `untold`: the platform does not report which secret it has. */
  own: 'current' | 'untold' | 'none';
  other: OtherLocation | undefined;
}

/**
 * Which webhooks of this desk are registered under the key; null if the platform does not report it. A webhook with a former
 * secret was registered under a former key of its location, and says nothing about that one.
 */
async function readHooks({ desk, actor }: StaffContext, gym: GymClient): Promise<FoundHooks | null> {
  const listed = await listWebhooks(gym);
  if (!listed.ok) return null;
  const secrets = new Map(listed.value.items.map(({ url, secret }) => [hookIdOf(url) ?? '', secret ?? null]));
  secrets.delete('');
  const registered = await desk.db
    .select({ id: locations.id, name: locations.name, slug: locations.slug, registration: webhookRegistrations })
    .from(webhookRegistrations)
    .innerJoin(locations, eq(locations.id, webhookRegistrations.locationId))
    .where(inArray(webhookRegistrations.hookId, [...secrets.keys()]));
  const found = registered.flatMap(({ registration, ...location }) => {
    const secret = secrets.get(registration.hookId) ?? null;
    if (secret !== null && secret !== secretOf(desk, registration)) return [];
    return [{ ...location, proof: secret === null ? ('untold' as const) : ('current' as const) }];
  });
  const isOwn = ({ id }: OtherLocation) => id === actor.location.id;
  return { own: found.find(isOwn)?.proof ?? 'none', other: found.find((location) => !isOwn(location)) };
}

/** Whether this location has a webhook at this platform, by what the desk last knew. */
const hasRegistered = async ({ desk, actor: { location } }: StaffContext, { url }: TriedKey): Promise<boolean> =>
  url === location.apiUrl && (await receivesWebhooks(desk.db, location.id));

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
