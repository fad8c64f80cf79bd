import 'server-only';
import type { Location } from '#lib/db/schema/locations.ts';
import { ping } from '#lib/gym-api/accounts.ts';
import type { GymClient } from '#lib/gym-api/gym-client.ts';
import type { DeskContext } from './desk-context.ts';

/** Below this the two clocks count as one: the platform tells its own in whole seconds. */
const toleranceMs = 60_000;

/** How the desk's time becomes the platform's. */
export interface TimeDifference {
  /** How far the platform's clock is ahead of the desk's; 0 while they agree, or nobody knows. */
  platformAheadMs: number;
  /** The latest time that the platform would not find too early; null where nobody knows. */
  latest: number | null;
}

/** Compares the desk's clock with what the answers of a platform have said of theirs. */
export function differenceFrom(gym: GymClient, now: number): TimeDifference {
  const platformNow = gym.readPlatformTime() ?? null;
  const aheadMs = platformNow === null ? 0 : platformNow - now;
  const platformAheadMs = Math.abs(aheadMs) > toleranceMs ? Math.round(aheadMs) : 0;
  return { platformAheadMs, latest: platformNow === null ? null : platformNow + toleranceMs };
}

/** Compares the clocks before the first visit is sent, where the platform has not answered anything yet. */
export async function comparePlatformTime(desk: DeskContext, location: Location): Promise<TimeDifference> {
  const gym = desk.gymClientOf(location);
  if (gym.readPlatformTime() === undefined) await ping(gym);
  return differenceFrom(gym, desk.clock());
}
