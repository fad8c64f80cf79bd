import 'server-only';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { isLoopback } from '#shared/network/loopback.ts';

/**
 * Whether a manager may enter an address: one of this machine only where the platform runs here too. Otherwise a manager could
 * have the desk send requests to other programs of its machine (SSRF).
 */
export const mayEnter = ({ apiUrl }: Pick<Location, 'apiUrl'>, url: string): boolean =>
  !isOnThisMachine(url) || isOnThisMachine(apiUrl);

const isOnThisMachine = (address: string) => isLoopback(new URL(address).hostname);
