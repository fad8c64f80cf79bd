import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { Reach } from '#lib/server/gym-api/fetch-within.ts';
import { reachOf } from '#lib/server/gym-api/reach-of.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import { isForbiddenLiteral } from '#shared/network/guard-lookup.ts';

/**
 * Where requests may go to an address that a manager enters: anywhere if the operator has set the same scheme, host and port for
 * a location, since platforms may run on private networks; otherwise to public addresses alone.
 * @returns null for one that a manager may not enter: a literal address that is not public, or plain HTTP
 */
export async function findReach(tx: Queryable, url: string): Promise<Reach | null> {
  const entered = new URL(url);
  if ((await readOriginsOfOperator(tx)).has(entered.origin)) return 'any';
  return entered.protocol === 'https:' && !isForbiddenLiteral(entered, false) ? 'public' : null;
}

const names: readonly AddressName[] = ['apiUrl', 'v1Url', 'exportUrl'];

async function readOriginsOfOperator(tx: Queryable): Promise<Set<string>> {
  const all = await tx.select().from(locations);
  const origins = all.flatMap((location) =>
    names.flatMap((name) => {
      const address = location[name];
      return address === null || reachOf(location, name) === 'public' ? [] : new URL(address).origin;
    }),
  );
  return new Set(origins);
}

type AddressChange = Partial<Record<AddressName, string | null | undefined>>;

/**
 * Which addresses are entered by managers, after a change.
 * @param by the manager; null for the operator
 */
export async function enteredAfter(
  tx: Queryable,
  { location, change, by }: { location: Location; change: AddressChange; by: string | null },
): Promise<AddressName[]> {
  const isEntered = async (name: AddressName) => {
    const url = change[name];
    if (url === undefined) return location.enteredAddresses.includes(name);
    return url !== null && by !== null && (await findReach(tx, url)) !== 'any';
  };
  const entered: AddressName[] = [];
  for (const name of names) if (await isEntered(name)) entered.push(name);
  return entered;
}
