import 'server-only';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { DemoView } from '#lib/wire/demo.ts';
import { isLoopback } from '#shared/network/loopback.ts';

const answerSchema = z.object({ isAway: z.boolean() });
const deadlineMs = 2_000;

/**
 * The URL that switches the sandbox of a location off and on. Null for a location without the demo's cards, for one whose platform
 * is not on this machine, and for a desk outside a demo.
 */
function switchOf({ demoPlatformUrl }: Pick<DeskContext, 'demoPlatformUrl'>, location: Location): string | null {
  const isOfDemo = location.demoCards.length > 0 && isLoopback(new URL(location.apiUrl).hostname);
  return demoPlatformUrl && isOfDemo ? `${demoPlatformUrl}/sandbox/outage` : null;
}

async function ask(address: string, method: 'GET' | 'PUT' | 'DELETE'): Promise<boolean> {
  const response = await fetch(address, { method, signal: AbortSignal.timeout(deadlineMs) });
  return answerSchema.parse(await response.json()).isAway;
}

/** The demo's cards and the state of its platform; empty outside a demo. */
export async function readDemo({ desk, actor: { location } }: LocationContext): Promise<DemoView> {
  const address = switchOf(desk, location);
  // null for a sandbox process that was stopped: it cannot be started from here
  const isPlatformAway = address ? await ask(address, 'GET').catch(() => null) : null;
  return { cards: location.demoCards, isPlatformAway };
}

export const outageInput = z.object({ isAway: z.boolean() });

/**
 * Simulates an outage of the demo's platform, or ends it.
 * @throws ActionFailure `notFound` where the location is not part of a demo, `platformUnavailable` where the sandbox does not answer
 */
export async function switchPlatform(
  { desk, actor: { location } }: LocationContext,
  { isAway }: z.infer<typeof outageInput>,
): Promise<null> {
  const address = switchOf(desk, location);
  if (!address) throw new ActionFailure('notFound', 'This location does not work on a sandbox of a demo.');
  await ask(address, isAway ? 'PUT' : 'DELETE').catch(() => {
    throw new ActionFailure('platformUnavailable', 'The sandbox did not answer.');
  });
  return null;
}
