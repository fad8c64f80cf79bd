import type { AddressInfo } from 'node:net';
import { isListed, networkListOf, plainAddress } from '#shared/network/network-list.ts';

/**
 * Whose word counts on who asks: proxies that are named, and this machine at the address that it listens on. From there Next asks
 * the desk once more for an action whose page is another one by now, with all that the browser said.
 */
export function proxyTest(named: readonly string[], own: AddressInfo | string | null): (address: string) => boolean {
  const proxies = networkListOf(named);
  const ownAddress = own !== null && typeof own === 'object' ? plainAddress(own.address) : null;
  return (address) => plainAddress(address) === ownAddress || isListed(address, proxies);
}
