import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { operations as memberOperations } from '#contracts/v2/operations.ts';
import { builtActions, builtPages, builtRoutes } from '#e2e/access/build.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import type { Hostile } from './ask-doors.ts';

type Headers = Record<string, string>;

const some = (bodies: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, at) => bodies[(from + at) % bodies.length] ?? '');
const odd = '%F0%9F%92%AA';
const inPlaces = (path: string, place: string) => path.replace(/\[(\.\.\.)?\w+\]|\{\w+\}/g, place);

/** What frameworks read of a request beside its body. */
const strangeHeaders: Headers[] = [
  { rsc: '1', 'next-router-state-tree': 'garbage' },
  { rsc: '1', 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D', 'next-url': '%' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { 'next-action': 'x'.repeat(40), 'x-action-forwarded': '1' },
  { 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'javascript' },
  { 'x-nextjs-data': '1', 'x-matched-path': '/../x', 'x-invoke-path': '/office', 'x-invoke-status': '500' },
  { 'next-resume': '1', 'x-next-resume-state-length': '999999999' },
  { cookie: 'next-auth.session-token=a.b.c.d.e; next-auth.csrf-token=%7C; locale=%; device=..' },
  { cookie: 'next-auth.callback-url=javascript:1' },
  { cookie: '__Secure-next-auth.callback-url=%; next-auth.callback-url' },
  { range: 'bytes=9-a', 'if-none-match': '"', 'accept-language': ';q=,'.repeat(500) },
];

interface DeskWorld {
  wires: readonly string[];
  jsons: readonly string[];
  /** Of a manager who is signed in. */
  cookie: string;
  /** Where a page says it is, in words that nobody reads, and the search by which Next believes it. */
  unreadableState: { state: string; search: string };
}

/** Every action, input and read of the built desk, as nobody and as a manager. */
export function deskRequests(origin: string, { wires, jsons, cookie, unreadableState }: DeskWorld): Hostile[] {
  const asNobody = requestsOf(origin, 'nobody', {}, { wires, jsons, unreadableState });
  const asManager = requestsOf(origin, 'a manager', { cookie }, { wires, jsons, unreadableState });
  const hooks = jsons.map((body): Hostile => {
    const headers = { 'x-api-key': 'x' };
    return { door: 'desk, hooks', url: `${origin}/api/hooks/0`, init: { method: 'POST', body, headers } };
  });
  return [...asNobody, ...asManager, ...hooks];
}

function requestsOf(
  origin: string,
  who: string,
  session: Headers,
  { wires, jsons, unreadableState: { state, search } }: Omit<DeskWorld, 'cookie'>,
): Hostile[] {
  const post = (kind: string, path: string, body: string, headers: Headers, isInPieces = false): Hostile => ({
    door: `desk, ${kind}, ${who}`,
    url: origin + path,
    init: { method: 'POST', body, headers: { origin, ...session, ...headers } },
    isInPieces,
  });
  const get = (kind: string, path: string, headers: Headers = {}): Hostile => ({
    door: `desk, ${kind}, ${who}`,
    url: origin + path,
    init: { headers: { ...session, ...headers } },
  });
  const actions = builtActions().flatMap(({ id, page }, at) => {
    const headers = { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' };
    const path = inPlaces(page, 'a-1');
    const bodies = at === 0 ? wires : some(wires, at * 7, 6);
    return [
      ...bodies.map((body) => post('actions', path, body, headers)),
      post('actions', path, '["$@0",{"a":"$0"}]', headers, true),
      post('actions', '/api/nowhere', '["$@0"]', headers),
    ];
  });
  const json = { 'content-type': 'application/json' };
  const inputs = ['desk/taps', 'desk/tasks', 'auth/callback/credentials', 'auth/callback/badge', 'auth/signout'];
  const files = ['desk/photos/a-1?locationId=x', 'desk/migration?locationId=%25'];
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return [
    ...actions,
    ...inputs.flatMap((route, at) => [
      ...some(jsons, at * 9, 24).map((body) => post('inputs', `/api/${route}`, body, json)),
      post('inputs', `/api/${route}`, '\ufeff{"json":"true","locationId":[[]]}', json, true),
    ]),
    ...files.flatMap((route) =>
      some(jsons, 3, 8).map((body) =>
        post('inputs', `/api/${route}`, body, { 'content-type': 'application/octet-stream' }),
      ),
    ),
    ...builtPages().map((page) => post('forms', inPlaces(page, 'a-1'), 'email=a&password=b', form)),
    ...builtRoutes()
      .filter((route) => route !== '/api/live')
      .flatMap((route) =>
        ['?locationId=%25', '?locationId[]=1&day=0000-00-00&accountId=..', `?q=${odd.repeat(900)}`].map((query) =>
          get('reads', inPlaces(route, odd) + query),
        ),
      ),
    ...strangeHeaders.flatMap((headers) =>
      ['/', '/sign-in', '/sign-in?_rsc=x', '/members', '/api/auth/csrf', '/api/auth/session'].map((path) =>
        get('headers', path, headers),
      ),
    ),
    ...builtPages().map((page) =>
      get('headers', `${inPlaces(page, 'a-1')}?${search}`, { rsc: '1', 'next-router-state-tree': state }),
    ),
  ];
}

interface PlatformWorld {
  jsons: readonly string[];
  gym: { apiKey: string; accessToken: string; legacyGymId: number };
}

/** Every operation of the three interfaces that takes a body, with a good key, and every form of the console. */
export function platformRequests(origin: string, { jsons, gym }: PlatformWorld): Hostile[] {
  const interfaces = [
    ['platform, version 2', '', memberOperations, { 'x-api-key': gym.apiKey }, ''],
    ['platform, version 1', '/v1', gymOperations, { 'x-access-token': gym.accessToken }, `?gymId=${gym.legacyGymId}`],
    ['platform, export', '', exportOperations, { 'x-api-key': gym.apiKey }, ''],
  ] as const;
  const written = interfaces.flatMap(([door, base, operations, key, query]) =>
    Object.values(operations)
      .filter(({ method }) => method !== 'GET')
      .flatMap(({ method, path }, at) => {
        const url = `${origin}${base}${inPlaces(path, 'a-1')}${query}`;
        const headers = { 'content-type': 'application/json', ...key };
        const bodies = some(jsons, at * 5, 6).map((body): Hostile => ({ door, url, init: { method, body, headers } }));
        return [...bodies, { door, url, init: { method, body: '\ufeff{"a":[', headers }, isInPieces: true } as const];
      }),
  );
  const pages = ['sign-in', 'language', 'password', 'keys', 'keys/a%00b/revoke', 'webhooks/a%00b', 'sign-out'];
  return [...written, ...pages.flatMap((page) => formsOf(origin, page))];
}

function formsOf(origin: string, page: string): Hostile[] {
  const [door, url] = ['platform, console', `${origin}/console/${page}`] as const;
  const post = (body: string, type = 'application/x-www-form-urlencoded', isInPieces = false): Hostile => ({
    door,
    url,
    init: { method: 'POST', body, headers: { origin, 'content-type': type } },
    isInPieces,
  });
  return [
    post('email=a%00b'),
    post('email=%ED%A0%80'),
    post(''),
    post('='.repeat(60_000)),
    post(`a[${'[a]'.repeat(9_000)}=1`),
    post('&a=1'.repeat(15_000)),
    post('language=de&to=//evil', undefined, true),
    post('--x', 'multipart/form-data; boundary=x'),
    post('\ufeff{"email":1}', 'application/json'),
  ];
}

/** Forty who sign in at each program at the same moment. */
export async function signIns({ deskUrl, platformUrl }: Stack): Promise<Hostile[]> {
  const answer = await fetch(`${deskUrl}/api/auth/csrf`);
  const { csrfToken } = await answer.json();
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return Array.from({ length: 40 }, (_, at): Hostile[] => {
    const sent = { email: `stranger-${at}@example.com`, password: 'a wrong password' };
    const json = JSON.stringify({ json: 'true', csrfToken, ...sent });
    const asJson = { origin: deskUrl, cookie, 'content-type': 'application/json' };
    const asForm = { origin: platformUrl, 'content-type': 'application/x-www-form-urlencoded' };
    const [desk, platform] = [`${deskUrl}/api/auth/callback/credentials`, `${platformUrl}/console/sign-in`];
    const form = new URLSearchParams(sent).toString();
    return [
      { door: 'desk, sign-ins at once', url: desk, init: { method: 'POST', body: json, headers: asJson } },
      { door: 'platform, sign-ins at once', url: platform, init: { method: 'POST', body: form, headers: asForm } },
    ];
  }).flat();
}
