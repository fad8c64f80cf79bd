import { isLoopback } from '#shared/network/loopback.ts';

const isOnThisMachine = (origin: string) => isLoopback(new URL(origin).hostname);

/**
 * Whether a platform can tell this desk anything: platforms deliver over https, and a sandbox also over http within its
 * own machine.
 */
export function canBeTold(deskUrl: string, platformUrl: string): boolean {
  return new URL(deskUrl).protocol === 'https:' || (isOnThisMachine(deskUrl) && isOnThisMachine(platformUrl));
}

/** Where the platform of a location delivers. */
export const hookUrlOf = (deskUrl: string, hookId: string) => `${deskUrl}/api/hooks/${hookId}`;
