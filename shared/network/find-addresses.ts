import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isLocalName } from './loopback.ts';

/** Finds all addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>;

interface FindAddressesOptions {
  /** The system's look-up, which knows names that no DNS server has. */
  system?: FindAddresses;
  /** DNS servers in place of the machine's. */
  servers?: string[];
  /** How long a server has to answer; the second and last try has twice as long. */
  timeoutMs?: number;
  /** How long addresses of IPv6 are waited for once there are some of IPv4. */
  ipv6LateMs?: number;
  /** How long addresses of IPv4 are waited for once there are some of IPv6. */
  ipv4LateMs?: number;
}

/** c-ares has found at once that no server has the name, or that there is no server. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Finds the addresses of hosts that somebody else has named. The system's look-up (getaddrinfo) occupies one of two threads of the
 * process for as long as a DNS server does not answer, also after its caller has given up: a few such names would stop all others,
 * and connections to the database. So the DNS is asked without a thread, and the system only about names that the DNS does not
 * have, such as those in /etc/hosts, one at a time.
 * @returns a function whose simultaneous calls for a name share one look-up; it rejects with the error codes of getaddrinfo
 */
export function createFindAddresses({
  system = (hostname) => lookup(hostname, { all: true }),
  servers,
  timeoutMs = 2_000,
  ipv6LateMs = 300,
  // a machine may have no IPv6: if the packet of the first try was lost, the second one finds the addresses that it needs
  ipv4LateMs = timeoutMs + ipv6LateMs,
}: FindAddressesOptions = {}): FindAddresses {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  let previous: Promise<unknown> = Promise.resolve();

  const askSystemInTurn: FindAddresses = (hostname) => {
    const found = previous.then(() => system(hostname));
    previous = found.catch(() => {});
    return found;
  };

  const find: FindAddresses = async (hostname) => {
    if (isLocalName(hostname)) return system(hostname);
    // a new one each time reads which servers the machine has by now
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const ipv4 = resolver.resolve4(hostname).then(toFound(4));
    const ipv6 = resolver.resolve6(hostname).then(toFound(6));
    // a server that is silent about one family would otherwise outlast the patience of whoever connects
    const answers = await Promise.allSettled([
      unlessLate(ipv4, { other: ipv6, lateMs: ipv4LateMs }),
      unlessLate(ipv6, { other: ipv4, lateMs: ipv6LateMs }),
    ]);
    resolver.cancel();
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    if (errors.every(({ code }) => unknown.has(code))) return askSystemInTurn(hostname);
    throw Object.assign(new Error('No DNS server has answered.', { cause: errors[0] }), { code: 'EAI_AGAIN' });
  };

  return (hostname) => {
    const shared = underWay.get(hostname);
    if (shared) return shared;
    const started = find(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, started);
    return started;
  };
}

/** The addresses of a family, or none if they come later than this after those of the other. */
const unlessLate = (
  family: Promise<LookupAddress[]>,
  { other, lateMs }: { other: Promise<LookupAddress[]>; lateMs: number },
): Promise<LookupAddress[]> =>
  Promise.race([
    family,
    other.then(
      () => wait(lateMs, [], { ref: false }),
      () => family,
    ),
  ]);

const toFound = (family: 4 | 6) => (addresses: string[]) => addresses.map((address) => ({ address, family }));

/** The look-up of this process, for all who connect to hosts that somebody else has named. */
export const findAddresses = createFindAddresses();
