import { addressesOf, interfaceNames } from '#platform/http/reference/reference.ts';
import { oddPlaces, some } from './places.ts';
import type { PlatformWorld } from './platform-requests.ts';
import type { Hostile } from './send-requests.ts';

type Headers = Record<string, string>;

/** Headers for ranges and conditional requests. */
const headersOfFiles: Headers[] = [
  ...['bytes=9-a', 'bytes=-0', 'bytes=0-0,2-3', 'bytes=1e9-', `bytes=${'9'.repeat(4_000)}-`, 'lines=0-1', '='].map(
    (range) => ({ range }),
  ),
  { range: 'bytes=0-1', 'if-range': '"' },
  { range: 'bytes=0-1', 'if-range': 'Thu, 99 Foo 0000 25:61:61 GMT' },
  ...['*', ',,,', `W/"${'a'.repeat(4_000)}"`].map((etag) => ({ 'if-none-match': etag })),
  ...['gzip;q=9e9', ';q=,'.repeat(900), 'gzip;q=;q'].map((encoding) => ({ 'accept-encoding': encoding })),
];

/** Headers about the origin of a request, and those that proxies set. */
const headersOfOthers: Headers[] = [
  { 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=::1;host="' },
  { 'accept-language': ';q=,'.repeat(500), cookie: '=%; __Host-=..' },
];

/** The platform's public URLs, and those that its sandbox offers to its own machine. */
export function openRequests(origin: string, { bodies, things }: PlatformWorld): Hostile[] {
  const doorOf =
    (name: string) =>
    (path: string, init: Hostile['init'] = {}, how: Partial<Hostile> = {}): Hostile => ({
      group: `platform, ${name}`,
      url: origin + path,
      init,
      ...how,
    });
  const [ofFiles, ofPages, ofLinks] = [doorOf('files'), doorOf('reference'), doorOf('links of the console')];
  const isRight = true;
  const file = new URL(things.downloadUrl).pathname;
  const places = [...oddPlaces, 'a.b', '-'.repeat(43)];
  const files = [
    ofFiles(file, {}, { isRight }),
    ...headersOfFiles.map((headers) => ofFiles(file, { headers })),
    ...headersOfFiles.slice(0, 3).map((headers) => ofFiles(file, { method: 'HEAD', headers })),
    ...[`${file}x`, file.slice(0, -1), `${file}/`, '/exports', '/exports/'].map((path) => ofFiles(path)),
    ...places.map((place) => ofFiles(`/exports/${place}`)),
    ofFiles(file, { method: 'POST', body: '{' }),
    ofFiles(file, { method: 'DELETE' }),
  ];
  const pages = ['/reference', ...interfaceNames.flatMap((name) => Object.values(addressesOf(name)))];
  const reference = [
    ...pages.map((page) => ofPages(page, {}, { isRight })),
    ...pages.flatMap((page) => headersOfOthers.map((headers) => ofPages(`${page}?a=%ED%A0%80`, { headers }))),
    ...places.flatMap((place) =>
      ['/reference', '/reference/viewer', '/openapi', '/postman', '/fonts', '/console'].map((at) =>
        ofPages(`${at}/${place}`),
      ),
    ),
    ...pages.map((page) => ofPages(page, { method: 'POST', body: '--x' })),
  ];
  const links = places.flatMap((place) =>
    [{}, ...headersOfOthers].map((headers) => ofLinks(`/console/link/${place}`, { headers })),
  );
  return [
    ...files,
    ...reference,
    ...links,
    ...sandboxRequests(doorOf('sandbox'), bodies),
    ...sandboxPageRequests(doorOf('pages of the sandbox'), origin),
  ];
}

type AskSandbox = (path: string, init?: Hostile['init'], how?: Partial<Hostile>) => Hostile;

/** Its faults concern one operation that no other test calls meanwhile, and expire. */
function sandboxRequests(ask: AskSandbox, bodies: PlatformWorld['bodies']): Hostile[] {
  const headers = { 'content-type': 'application/json' };
  const put = (body: string, how: Partial<Hostile> = {}) =>
    ask('/sandbox/faults/hostile', { method: 'PUT', body, headers }, how);
  const right = { interface: 'v1', operations: ['alive'], status: 503, body: 'away', delayMs: 1, times: 1 };
  const isNowhere = true;
  const fromOthers = headersOfOthers
    .slice(0, 3)
    .flatMap((proxied) =>
      ['PUT', 'DELETE'].map((method) =>
        ask(
          '/sandbox/faults/down',
          { method, body: '{"drop":"before"}', headers: { ...headers, ...proxied } },
          { isNowhere },
        ),
      ),
    );
  // without the operation, a rule would concern requests of other tests
  const others = Object.keys(right).filter((field) => field !== 'operations');
  return [
    put(JSON.stringify(right), { isRight: true }),
    ...bodies.nearly(right, others, 12).map((sent) => put(JSON.stringify(sent))),
    ...some(bodies.jsons, 11, 12).map((body) => put(body)),
    put('\ufeff{"a":[', { isInPieces: true }),
    put('a=1', { init: { method: 'PUT', body: 'a=1' } }),
    ...oddPlaces.flatMap((place) => [
      ask(`/sandbox/${place}`, { method: 'PUT', body: '{', headers }),
      ask(`/sandbox/faults/${place}`, { method: 'PUT', body: '{', headers }),
    ]),
    ask('/sandbox/faults', { method: 'POST', body: '{' }),
    ...makingRequests(ask, bodies),
    ...fromOthers,
    ask('/sandbox/faults', {}, { isRight: true }),
    ask('/sandbox/faults', { method: 'DELETE' }, { isRight: true }),
  ];
}

/** Nothing is set back: other tests use what is there. */
const wrongResets = ['{"everything":"yes"}', '{"everything":null}', '{"a":1}', '[]', '\ufeff{"everything":[', ''];

/** No request changes a clock, a webhook or the training of a gym that exists, or causes an event there. */
function makingRequests(ask: AskSandbox, bodies: PlatformWorld['bodies']): Hostile[] {
  const headers = { 'content-type': 'application/json' };
  const gymId = 'de300000-0000-4000-8000-0000000000ff';
  const rights = [
    ['POST', '/sandbox/gyms', { name: 'Hostile', timeZone: 'Europe/Berlin', locale: 'de', isLimited: true }],
    ['POST', '/sandbox/events', { type: 'GYM_CHECKIN', gymId, accountId: gymId }],
    ['POST', `/sandbox/gyms/${gymId}/webhooks`, { url: 'http://127.0.0.1:9/', secret: 'hostile' }],
    ['POST', `/sandbox/gyms/${gymId}/training`, { members: 1, days: 1, until: '2026-11-19', seed: 1 }],
    ['PUT', `/sandbox/gyms/${gymId}/clock`, { now: '2027-01-01T00:00:00Z', advanceMs: 1, isFrozen: true }],
  ] as const;
  return [
    ask('/sandbox/gyms', { method: 'POST', body: '{}', headers }, { isRight: true }),
    ...['/clock', '/requests', '/deliveries'].map((path) => ask(`/sandbox${path}`, {}, { isRight: true })),
    ...rights.flatMap(([method, path, right], at) =>
      [
        ...bodies.nearly(right, Object.keys(right), 6).map((sent) => JSON.stringify(sent)),
        ...some(bodies.jsons, at * 7, 4),
      ].map((body) => ask(path, { method, body, headers })),
    ),
    ...wrongResets.flatMap((body) =>
      ['/sandbox/reset', `/sandbox/gyms/${gymId}/reset`].map((path) => ask(path, { method: 'POST', body, headers })),
    ),
    ...oddPlaces.flatMap((place) => [
      ask(`/sandbox/gyms/${place}`, { method: 'DELETE' }),
      ask(`/sandbox/gyms/${place}/reset`, { method: 'POST', body: '{}', headers }),
      ask(`/sandbox/accounts/${place}`, { method: 'DELETE' }),
      ask(`/sandbox/gyms/${place}/clock`, { method: 'PUT', body: '{"advanceMs":1}', headers }),
      ask(`/sandbox/gyms/${gymId}/webhooks/${place}`, { method: 'DELETE' }),
      ask(`/sandbox/requests/${place}`),
      ask(`/sandbox/requests?status=${place}&key=${place}&before=${place}`),
      ask(`/sandbox/deliveries?gymId=${place}&webhookId=${place}`),
      ask(`/sandbox/deliveries/${place}/again`, { method: 'POST', body: '{"attempt":1}', headers }),
    ]),
  ];
}

const pagesOfSandbox = [
  '',
  ...['deliveries', 'faults', 'clock', 'gyms', 'phones', 'reset'].map((name) => `/pages/${name}`),
];

/** The pages of the sandbox, and their forms, with which nothing that exists is changed. */
function sandboxPageRequests(ask: AskSandbox, origin: string): Hostile[] {
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const post = (path: string, body: string) => ask(`/sandbox/pages/${path}`, { method: 'POST', body, headers });
  const forms = [
    'faults',
    'language',
    'gyms/a/event',
    'gyms/a/clock',
    'gyms/a/training',
    'gyms/a/reset',
    'gyms/a/remove',
  ];
  const strange = ['', '&a=1'.repeat(15_000), 'name=%ED%A0%80&rule=%00&to=%0d%0a&language=de', 'rule={&name=x&rule=['];
  return [
    ...pagesOfSandbox.map((page) => ask(`/sandbox${page}`, {}, { isRight: true })),
    ...forms.flatMap((form) => strange.map((body) => post(form, body))),
    ...oddPlaces.flatMap((place) => [
      ask(`/sandbox?status=${place}&key=${place}&gymId=${place}`),
      ask(`/sandbox/pages/phones?accountId=${place}&gymId=${place}`),
      ask(`/sandbox/pages/deliveries?before=${place}`),
      ask(`/sandbox/pages/requests/${place}?personal=${place}`),
      ask(`/sandbox/pages/${place}`),
      post(`phones/${place}/delete-account`, ''),
      post(`faults/${place}/preset`, ''),
      post(`deliveries/${place}/again`, 'attempt=1e400'),
    ]),
  ];
}
