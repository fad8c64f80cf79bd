import 'server-only';
import { ping } from '#lib/server/gym-api/accounts.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { LocationContext } from './actor.ts';
import type { DeskContext } from './desk-context.ts';

/** Below this the two clocks count as equal: the platform states its time in whole seconds. */
export const toleranceMs = 60_000;

type ComparingContext = LocationContext<Pick<DeskContext, 'gymClientOf' | 'clock'>>;

/** How to convert the desk's time into the platform's. */
export interface TimeDifference {
  /** How far the platform's clock is ahead of the desk's; 0 while they agree or the difference is unknown. */
  platformAheadMs: number;
  /** The latest time that the platform would not reject as lying in the future; null while its clock is unknown. */
  latest: number | null;
  /** False before the platform's first answer, and after this machine's clock was set: its time may become known yet. */
  hasAnswered: boolean;
}

/** Compares the desk's clock with the time that the platform's answers stated. */
export function differenceFrom(gym: GymClient, now: number): TimeDifference {
  const platformTime = gym.readPlatformTime();
  const platformNow = platformTime ?? null;
  const aheadMs = platformNow === null ? 0 : platformNow - now;
  const platformAheadMs = Math.abs(aheadMs) > toleranceMs ? Math.round(aheadMs) : 0;
  const latest = platformNow === null ? null : platformNow + toleranceMs;
  return { platformAheadMs, latest, hasAnswered: platformTime !== undefined };
}

/** How far the platform's clock is ahead of the desk's, 0 while they agree; null while the platform's clock is unknown. */
export function platformAheadNow({ desk, actor }: ComparingContext): number | null {
  const gym = findClient({ desk, actor });
  if (!gym) return null;
  const { platformAheadMs, latest } = differenceFrom(gym, desk.clock());
  return latest === null ? null : platformAheadMs;
}

/** Converts a time of the desk's clock into one of the platform's; null while the platform's clock is unknown. */
export function platformTimeOf(context: ComparingContext, at: number): Date | null {
  const aheadMs = platformAheadNow(context);
  return aheadMs === null ? null : new Date(at + aheadMs);
}

/** @returns null where the location's key cannot be decrypted: then nothing can be sent, but everything can still be stored */
function findClient({ desk, actor }: ComparingContext): GymClient | null {
  try {
    return desk.gymClientOf(actor.location);
  } catch {
    return null;
  }
}

/**
 * Compares the clocks before something that cannot be undone, so that a clock which is wrong for a while does not cause it.
 * @returns null where the location's key cannot be decrypted
 */
export const vouchForTime = async (context: ComparingContext): Promise<TimeDifference | null> =>
  findClient(context) && comparePlatformTime(context);

/** Compares the clocks; pings the platform first where it has not answered anything yet. */
export async function comparePlatformTime({ desk, actor }: ComparingContext): Promise<TimeDifference> {
  const gym = desk.gymClientOf(actor.location);
  if (gym.readPlatformTime() === undefined) await ping(gym);
  return differenceFrom(gym, desk.clock());
}
