import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { Reach } from '#lib/server/gym-api/fetch-within.ts';
import { reachOf } from '#lib/server/gym-api/reach-of.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import { isForbiddenLiteral } from '#shared/network/guard-lookup.ts';

/**
 * Where requests may go to an address that a manager enters: anywhere if the operator has set the same scheme, host and port for
 * a location or in the environment, since platforms may run on private networks; otherwise only to public addresses.
 * @returns null for one that a manager may not enter: a literal address that is not public, or plain HTTP
 */
export async function findReach(desk: Reaching, url: string): Promise<Reach | null> {
  const entered = new URL(url);
  if ((await readOriginsOfOperator(desk)).has(entered.origin)) return 'any';
  return entered.protocol === 'https:' && !isForbiddenLiteral(entered, false) ? 'public' : null;
}

type Reaching = Pick<DeskContext, 'db' | 'environmentUrls'>;

const names: readonly AddressName[] = ['apiUrl', 'v1Url', 'exportUrl'];

async function readOriginsOfOperator({ db, environmentUrls }: Reaching): Promise<Set<string>> {
  const all = await db.select().from(locations);
  const ofLocations = all.flatMap((location) =>
    names.flatMap((name) => {
      const address = location[name];
      return address === null || reachOf(location, name) === 'public' ? [] : address;
    }),
  );
  return new Set([...environmentUrls, ...ofLocations].map((url) => new URL(url).origin));
}

type AddressChange = Partial<Record<AddressName, string | null | undefined>>;

/**
 * Which addresses are entered by managers, after a change.
 * @param by the manager; null for the operator
 */
export async function enteredAfter(
  desk: Reaching,
  { location, change, by }: { location: Location; change: AddressChange; by: string | null },
): Promise<AddressName[]> {
  const isEntered = async (name: AddressName) => {
    const url = change[name];
    if (url === undefined) return location.enteredAddresses.includes(name);
    return url !== null && by !== null && (await findReach(desk, url)) !== 'any';
  };
  const entered: AddressName[] = [];
  for (const name of names) if (await isEntered(name)) entered.push(name);
  return entered;
}
