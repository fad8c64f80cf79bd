import 'server-only';
import { eq } from 'drizzle-orm';
import type { WebhookAsRead } from '#contracts/v2/webhooks.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { WebhookRegistration } from '#lib/server/db/schema/webhooks.ts';
import { claimDue } from '#lib/server/due/claim-due.ts';
import { type DueWork, openLanes } from '#lib/server/due/lanes.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from '#lib/server/gym-api/webhooks.ts';
import { logCurrentContext } from '#lib/server/log/log-context.ts';
import { isGuardedAddress } from '#shared/https/guarded-address.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { hookIdOf } from '#shared/webhook/desk-hook.ts';
import { dueRegistrations, prepareRegistrations, settleRegistration } from './registration.ts';

type Registering = Pick<
  DeskContext,
  'db' | 'clock' | 'newId' | 'secret' | 'previousSecret' | 'url' | 'gymClientOf' | 'log'
>;
type Outcome = Pick<WebhookRegistration, 'state' | 'url'>;

/** The due work that keeps the webhook of every location registered at its platform, with the current address of the desk. */
export const registeringWebhooks = (desk: Registering): DueWork<WebhookRegistration> => ({
  name: 'registering webhooks',
  broken: 'a webhook could not be registered',
  take: (look) => claimDue(desk.db, dueRegistrations, look),
  idOf: ({ locationId }) => locationId,
  locationOf: ({ locationId }) => locationId,
  work: (registration) => keepRegistered(desk, registration),
});

/** Registers all webhooks that are due, now. */
export async function keepWebhooksRegistered(desk: Registering): Promise<void> {
  await prepareRegistrations(desk);
  await openLanes(desk, registeringWebhooks(desk)).idle();
}

/** Registers the webhook of one location. @param registration as its claim returned it */
export async function keepRegistered(desk: Registering, registration: WebhookRegistration): Promise<void> {
  const { locationId } = registration;
  const [location] = await desk.db.select().from(locations).where(eq(locations.id, locationId));
  if (!location) return;
  const outcome = await register(desk, location, registration);
  await settleRegistration(desk.db, { registration, outcome, now: desk.clock() });
  if (outcome.state === registration.state) return;
  logCurrentContext(desk.log, { locationId, state: outcome.state }, 'the webhook of a location is in another state');
}

/** The secret that deliveries to a location have. */
export const secretOf = (
  desk: Pick<DeskContext, 'secret' | 'previousSecret'>,
  { locationId, sealedSecret: sealed }: Pick<WebhookRegistration, 'locationId' | 'sealedSecret'>,
): string => unseal(desk, { sealed, locationId, field: 'webhookSecret' });

/** Ensures that the platform has exactly one webhook of this desk, with its secret; or none, where it cannot reach the desk. */
async function register(desk: Registering, location: Location, registration: WebhookRegistration): Promise<Outcome> {
  const { hookId, url } = registration;
  const isWanted = location.retiredAt === null && canDeliver(desk.url, location.apiUrl);
  if (!isWanted && url === null) return { state: 'unreachable', url };
  const gym = desk.gymClientOf(location);
  const listed = await listWebhooks(gym);
  if (!listed.ok) return { state: stateAfter(listed.problem), url };
  const ours = listed.value.items.filter((webhook) => isOurs(webhook, hookId));
  const wantedUrl = hookUrlOf(desk.url, hookId);
  const current = isWanted ? ours.find((webhook) => isSameAddress(webhook.url, wantedUrl)) : undefined;
  if (isWanted) {
    const secret = secretOf(desk, registration);
    const problem = await keep(gym, current, { url: wantedUrl, secret });
    if (problem) return { state: stateAfter(problem), url };
  }
  for (const { id } of ours.filter((webhook) => webhook !== current)) {
    const removed = await deleteWebhook(gym, id);
    if (!removed.ok && classifyFailure(removed.problem).kind !== 'missing')
      return { state: stateAfter(removed.problem), url };
  }
  return isWanted ? { state: 'registered', url: wantedUrl } : { state: 'unreachable', url: null };
}

/** The state that keeps the webhook from being registered, found by a list and without a change; null where nothing does. */
export async function findObstacle(
  desk: Pick<DeskContext, 'url' | 'gymClientOf'>,
  location: Location,
): Promise<WebhookRegistration['state'] | null> {
  if (!canDeliver(desk.url, location.apiUrl)) return 'unreachable';
  const listed = await listWebhooks(desk.gymClientOf(location));
  return listed.ok ? null : stateAfter(listed.problem);
}

/** @returns the problem, where the platform does not have the webhook as wanted; else null */
async function keep(
  gym: GymClient,
  current: WebhookAsRead | undefined,
  wanted: { url: string; secret: string },
): Promise<ApiProblem | null> {
  if (current?.secret === wanted.secret) return null;
  const kept = current
    ? await updateWebhook(gym, { id: current.id, webhook: wanted })
    : await createWebhook(gym, wanted);
  return kept.ok ? null : kept.problem;
}

/** The id is secret: any address that contains it was registered by this desk. */
const isOurs = ({ url }: WebhookAsRead, hookId: string) => hookIdOf(url) === hookId;

const isSameAddress = (one: string, other: string) => URL.parse(one)?.href === URL.parse(other)?.href;

function stateAfter(problem: ApiProblem): WebhookRegistration['state'] {
  const failure = classifyFailure(problem);
  if (failure.kind === 'unavailable' && failure.because === 'permissionMissing') return 'notPermitted';
  if (failure.kind !== 'rejected') return 'open';
  if (failure.status === 403) return 'notPermitted';
  // 409: the list was out of date, or the platform allows the gym no more webhooks; the attempt is repeated
  return failure.status === 400 ? 'refused' : 'open';
}

/** Whether a platform can deliver to this desk: over https, or over http to the same machine in the case of a sandbox. */
export function canDeliver(deskUrl: string, platformUrl: string): boolean {
  const platformIsHere = isLoopback(new URL(platformUrl).hostname);
  return isGuardedAddress(new URL(deskUrl), (host) => isLoopback(host) && platformIsHere);
}

/** The address to which the platform of a location delivers. */
const hookUrlOf = (deskUrl: string, hookId: string) => `${deskUrl}/api/hooks/${hookId}`;
