import type { AddressInfo } from 'node:net';
import { isListed, networkListOf, plainAddress } from '#shared/network/network-list.ts';

/**
 * Tests for addresses whose forwarded headers are trusted: the configured proxies, and the desk's own address, from which Next
 * forwards an action of another page with the browser's headers.
 */
export function proxyTest(named: readonly string[], own: AddressInfo | string | null): (address: string) => boolean {
  const proxies = networkListOf(named);
  const ownAddress = own !== null && typeof own === 'object' ? plainAddress(own.address) : null;
  return (address) => plainAddress(address) === ownAddress || isListed(address, proxies);
}
