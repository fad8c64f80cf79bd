import type { Bodies } from './bodies.ts';
import { consoleRequests } from './console-requests.ts';
import { interfacesOf, type PlatformInterface, placesOf } from './interfaces.ts';
import { openRequests } from './open-requests.ts';
import { inPlaces, oddPlaces, putPlace, queryOf, some } from './places.ts';
import type { Hostile } from './send-requests.ts';
import type { PlatformThings } from './what-there-is.ts';

export interface PlatformWorld {
  bodies: Bodies;
  things: PlatformThings;
}

/** Every operation of the three interfaces, with a valid key and without, and the platform's other URLs. */
export function platformRequests(origin: string, world: PlatformWorld): Hostile[] {
  const interfaces = interfacesOf(origin, world.things);
  return [
    ...interfaces.flatMap((one) => writingRequests(one, world)),
    ...interfaces.flatMap((one) => readingRequests(one, world)),
    ...interfaces.flatMap((one) => keylessRequests(one, world)),
    ...consoleRequests(origin, world),
    ...openRequests(origin, world),
  ];
}

function writingRequests({ group, url, operations, key, query }: PlatformInterface, { bodies, things }: PlatformWorld) {
  return operations
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ id, method, path, body: right, query: own }, at) => {
      const isChanged = id === 'updateAccount' || id === 'partialUpdate';
      const places = { ...placesOf(things), ...(isChanged && { accountId: things.changedAccountId }) };
      // deletions use ids that do not exist, so that later requests find their objects
      const address = inPlaces(path, 'a-1', method === 'DELETE' ? {} : places);
      const ask = (body: string, how: Pick<Hostile, 'isInPieces' | 'isRight'> = {}): Hostile => {
        const headers = { 'content-type': 'application/json', ...key };
        return {
          group,
          url: `${url}${address}?${queryOf({ ...query, ...own })}`,
          init: { method, body, headers },
          ...how,
        };
      };
      const nearly = right ? bodies.nearly(right, Object.keys(right), 3).map((sent) => JSON.stringify(sent)) : [];
      return [
        ...(right ? [ask(JSON.stringify(right), { isRight: true })] : []),
        ...[...some(bodies.jsons, at * 5, right ? 1 : 4), ...nearly].map((body) => ask(body)),
        ask('\ufeff{"a":[', { isInPieces: true }),
      ];
    });
}

/** Cards and passes are created and removed by writes. */
const readsOfWhatMayBeGone = ['getByRfid', 'getByNfc', 'getAccountNfcToken'];

const oddQueries = [
  '%ED%A0%80',
  '%00=1&a=%00',
  'limit=1&limit=2&offset[]=-1&startDate=0000-00-00&endDate=9999-99-99',
  '__proto__=1&constructor=2&modifiedSince=%2B&modified-since=-271821-04-20&userId=1e400',
  `cursor=v1.${'A'.repeat(3_000)}&fromTimestamp=${'9'.repeat(3_000)}`,
  '&=&?#&tagFormat=%F0%9F%92%AA',
];

function readingRequests({ group, url, operations, key, query }: PlatformInterface, { bodies, things }: PlatformWorld) {
  return operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ id, path, query: own }, at) => {
      const ask = (address: string, sent: string, isRight = false): Hostile => {
        const asked = [queryOf(query), sent].filter((part) => part !== '').join('&');
        return { group, url: `${url}${address}?${asked}`, init: { headers: key }, isRight };
      };
      const address = inPlaces(path, 'a-1', placesOf(things));
      const names = Object.keys(own);
      const nearly = names.length === 0 ? [] : bodies.nearly(own, names, 3);
      return [
        ask(address, queryOf(own), !readsOfWhatMayBeGone.includes(id)),
        ...nearly.map((sent) => ask(address, queryOf(sent))),
        ...some(oddQueries, at * 2, 2).map((odd) => ask(address, odd)),
        ...(path.includes('{') ? some(oddPlaces, at * 2, 2).map((odd) => ask(putPlace(path, odd), queryOf(own))) : []),
      ];
    });
}

/** Each operation without a key: with existing and with impossible ids. */
function keylessRequests(one: PlatformInterface, { bodies, things }: PlatformWorld) {
  const { group, url, operations, wrongKey, query } = one;
  return operations.flatMap(({ method, path, body, query: own }, at) => {
    const json = { 'content-type': 'application/json' };
    const ask = (address: string, sent: string, key: Record<string, string>): Hostile => {
      const init = { method, headers: { ...json, ...key }, ...(method !== 'GET' && { body: sent }) };
      return {
        group: `${group}, without a key`,
        url: `${url}${address}?${queryOf({ ...query, ...own })}`,
        init,
        isUnauthorized: true,
      };
    };
    return [
      ask(inPlaces(path, 'a-1', placesOf(things)), JSON.stringify(body ?? {}), {}),
      ...some(bodies.jsons, at, 1).map((odd) => ask(putPlace(path, some(oddPlaces, at, 1)[0] ?? ''), odd, wrongKey)),
    ];
  });
}
