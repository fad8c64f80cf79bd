import { isIP } from 'node:net';
import { isGuardedAddress } from '#shared/https/guarded-address.ts';
import { isReachable } from './reachable-address.ts';

const longestUrlBytes = 2_048;

/** The host of an address as a socket takes it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * What is wrong with the address of a receiver, if anything. A name is looked up when a delivery connects, not here:
 * what it leads to can change at any time.
 */
export function findUrlIssue(text: string, allowsLoopback: boolean): string | undefined {
  // an index holds it, which counts bytes
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

/** Names that mean this machine wherever they are asked for (RFC 6761). */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/** Whether two addresses are the same receiver, however they are spelled. */
export const isSameReceiver = (one: string, other: string): boolean => URL.parse(one)?.href === URL.parse(other)?.href;
