import 'server-only';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { DemoView } from '#lib/wire/demo.ts';
import { isLoopback } from '#shared/network/loopback.ts';

const answerSchema = z.object({ rules: z.array(z.object({ name: z.string() })) });
const deadlineMs = 2_000;

/** The name of the rule by which the sandbox simulates an outage; its own page sets the same one. */
const ruleName = 'down';

/**
 * The sandbox of a location. Null for a location without the demo's cards, for one whose
 * platform is not on this machine, and for a desk outside a demo.
 */
function sandboxOf({ demoPlatformUrl }: Pick<DeskContext, 'demoPlatformUrl'>, location: Location): string | null {
  const isOfDemo = location.demoCards.length > 0 && isLoopback(new URL(location.apiUrl).hostname);
  return demoPlatformUrl && isOfDemo ? `${demoPlatformUrl}/sandbox` : null;
}

async function askSandbox(address: string, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, { ...request, signal: AbortSignal.timeout(deadlineMs) });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
  return response;
}

async function readIsAway(address: string): Promise<boolean> {
  const response = await askSandbox(address);
  const { rules } = answerSchema.parse(await response.json());
  return rules.some(({ name }) => name === ruleName);
}

/** The demo's cards and the state of its platform; empty outside a demo. */
export async function readDemo({ desk, actor: { location } }: LocationContext): Promise<DemoView> {
  const sandboxUrl = sandboxOf(desk, location);
  // null for a sandbox process that was stopped: it cannot be started from here
  const isPlatformAway = sandboxUrl ? await readIsAway(`${sandboxUrl}/faults`).catch(() => null) : null;
  return { cards: location.demoCards, isPlatformAway, sandboxUrl };
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
  const sandboxUrl = sandboxOf(desk, location);
  if (!sandboxUrl) throw new ActionFailure('notFound', 'This location does not work on a sandbox of a demo.');
  const request = isAway
    ? { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ drop: 'before' }) }
    : { method: 'DELETE' };
  await askSandbox(`${sandboxUrl}/faults/${ruleName}`, request).catch(() => {
    throw new ActionFailure('platformUnavailable', 'The sandbox did not answer.');
  });
  return null;
}
