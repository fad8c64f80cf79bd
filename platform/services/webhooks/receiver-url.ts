import { isIP } from 'node:net';
import { isGuardedAddress } from '#shared/https/guarded-address.ts';
import { hostOf } from '#shared/network/guard-lookup.ts';
import { isLocalName } from '#shared/network/loopback.ts';
import { isReachable } from '#shared/network/reachable-address.ts';

const longestUrlBytes = 2_048;

/**
 * Why the address of a receiver is rejected, if it is. A name is looked up at delivery, not here: its addresses can
 * change at any time.
 */
export function findUrlIssue(text: string, allowsLoopback: boolean): string | undefined {
  // an index contains it, whose limit is in bytes
  if (Buffer.byteLength(text) > longestUrlBytes)
    return 'Must have at most 2048 bytes: percent-encoded, it has no letters of several.';
  const url = URL.parse(text);
  if (!url) return 'Must be an address such as https://example.org/events.';
  if (url.username || url.password) return 'Must not hold a user name or password.';
  const host = hostOf(url);
  const isLocal = isLocalName(host) || (isIP(host) !== 0 && isReachable(host, true) && !isReachable(host, false));
  const mayBePlain = isLocal && allowsLoopback;
  if (!isGuardedAddress(url, () => mayBePlain)) return `Must begin with https://${mayBePlain ? ' or http://' : ''}.`;
  if (mayBePlain) return undefined;
  if (isLocal || (isIP(host) !== 0 && !isReachable(host, false))) return 'Must be reachable from the internet.';
  return undefined;
}

/** Whether two addresses are the same receiver in different spellings. */
export const isSameReceiver = (one: string, other: string): boolean => URL.parse(one)?.href === URL.parse(other)?.href;
