import 'server-only';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { DeskContext } from './desk-context.ts';

/** Below this the two clocks count as one: the platform tells its own in whole seconds. */
export const toleranceMs = 60_000;

type Comparing = Pick<DeskContext, 'gymClientOf' | 'clock'>;

/** How the desk's time becomes the platform's. */
export interface TimeDifference {
  /** How far the platform's clock is ahead of the desk's; 0 while they agree, or nobody knows. */
  platformAheadMs: number;
  /** The latest time that the platform would not find too early; null where nobody knows. */
  latest: number | null;
  /** False before the platform has answered anything, and after a step of this machine's clocks: it may tell its time yet. */
  hasAnswered: boolean;
}

/** Compares the desk's clock with what the answers of a platform have said of theirs. */
export function differenceFrom(gym: GymClient, now: number): TimeDifference {
  const heard = gym.readPlatformTime();
  const platformNow = heard ?? null;
  const aheadMs = platformNow === null ? 0 : platformNow - now;
  const platformAheadMs = Math.abs(aheadMs) > toleranceMs ? Math.round(aheadMs) : 0;
  const latest = platformNow === null ? null : platformNow + toleranceMs;
  return { platformAheadMs, latest, hasAnswered: heard !== undefined };
}

/** When a moment of the desk's clock was by the platform's; null while nobody knows that one. */
export function platformTimeOf(desk: DeskContext, location: Location, at: number): Date | null {
  const gym = findClient(desk, location);
  if (!gym) return null;
  const { platformAheadMs, latest } = differenceFrom(gym, desk.clock());
  return latest === null ? null : new Date(at + platformAheadMs);
}

/** @returns null where the location's key cannot be read: then nothing can be asked or sent, and all can be kept */
function findClient(desk: Comparing, location: Location): GymClient | null {
  try {
    return desk.gymClientOf(location);
  } catch {
    return null;
  }
}

/**
 * Compares the clocks before something is done that one which is wrong for a while would do for good.
 * @returns null where the location's key cannot be read
 */
export const vouchForTime = async (desk: Comparing, location: Location): Promise<TimeDifference | null> =>
  findClient(desk, location) && comparePlatformTime(desk, location);

/** Compares the clocks before the first visit is sent, where the platform has not answered anything yet. */
export async function comparePlatformTime(desk: Comparing, location: Location): Promise<TimeDifference> {
  const gym = desk.gymClientOf(location);
  if (gym.readPlatformTime() === undefined) await ping(gym);
  return differenceFrom(gym, desk.clock());
}
