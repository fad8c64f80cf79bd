import type { Env } from '#lib/server/base/env.ts';
import { isGuardedAddress } from '#shared/https/guarded-address.ts';
import { isLoopback } from '#shared/network/loopback.ts';

/** The warning to the operator of a desk that other devices open without HTTPS; null if none do. */
export function plainHttpWarning({
  HOST,
  DESK_URL,
  DESK_PLAIN_HTTP_NETWORKS,
}: Pick<Env, 'HOST' | 'DESK_URL' | 'DESK_PLAIN_HTTP_NETWORKS'>): string | null {
  if (isGuardedAddress(new URL(DESK_URL), (host) => isLoopback(host) && isLoopback(HOST))) return null;
  if (DESK_PLAIN_HTTP_NETWORKS.length === 0) {
    return 'Front Desk answers other devices only over HTTPS: put a proxy in front that ends TLS, and set DESK_URL. docs/operate.md shows how, under "HTTPS for tablets".';
  }
  return 'Other devices need HTTPS: without it a browser forgets the scans that still wait when its window is closed, opens no page while the desk is away, reads no card by NFC and opens no camera. docs/operate.md shows how, under "HTTPS for tablets".';
}
