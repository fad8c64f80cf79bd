import { builtActions, builtPages, builtRoutes } from '#e2e/security/access/build.ts';
import { actions as knownActions, routes as knownRoutes } from '#e2e/security/access/endpoints.ts';
import type { Bodies } from './bodies.ts';
import { nearlyChanges, nearlyDeliveries, nearlyTaps } from './nearly-inputs.ts';
import { inPlaces, oddPlaces, putPlace, queryOf, some } from './places.ts';
import type { Hostile } from './send-requests.ts';
import type { DeskThings } from './what-there-is.ts';

type Headers = Record<string, string>;

const odd = '%F0%9F%92%AA';
const oddQueries = ['?locationId=%25', '?locationId[]=1&day=0000-00-00&accountId=..', `?q=${odd.repeat(900)}`];
/** The gym whose pages are requested. */
const ofDemo = { gym: 'muenchen-west' };

const openPaths = ['/', '/sign-in', '/sign-in?_rsc=x', '/members', '/api/auth/csrf', '/api/auth/session'];

/** Headers that frameworks read besides the body. */
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
  bodies: Bodies;
  things: DeskThings;
  /** The session of a manager. */
  cookie: string;
  /** A router state that Next cannot parse, and the query with which Next accepts it. */
  unreadableState: { state: string; search: string };
}

interface Caller {
  who: 'nobody' | 'a manager';
  session: Headers;
}

/** Every action, input and read of the built desk, without a session and as a manager with existing ids. */
export function deskRequests(origin: string, world: DeskWorld): Hostile[] {
  const nobody = { who: 'nobody', session: {} } as const;
  const manager = { who: 'a manager', session: { cookie: world.cookie } } as const;
  return [
    ...requestsOf(origin, nobody, world),
    ...requestsOf(origin, manager, world),
    ...knowingRequests(doorsOf(origin, manager), world),
    ...some(world.bodies.jsons, 16, 4).map((body): Hostile => {
      const init = { method: 'POST', body, headers: { 'x-api-key': 'x' } };
      return { group: 'desk, hooks', url: `${origin}/api/hooks/0`, init };
    }),
    ...nearlyDeliveries(`${origin}/api/hooks/${world.things.hook.id}`, world),
  ];
}

const doorsOf = (origin: string, { who, session }: Caller) => ({
  post: (kind: string, path: string, body: string, headers: Headers, isInPieces = false): Hostile => ({
    group: `desk, ${kind}, ${who}`,
    url: origin + path,
    init: { method: 'POST', body, headers: { origin, ...session, ...headers } },
    isInPieces,
  }),
  get: (kind: string, path: string, headers: Headers = {}): Hostile => ({
    group: `desk, ${kind}, ${who}`,
    url: origin + path,
    init: { headers: { ...session, ...headers } },
  }),
});

const json = { 'content-type': 'application/json' };
const asAction = (id: string) => ({ 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' });
const asFile = { 'content-type': 'application/octet-stream' };

/** Requests of a stranger who knows only the URLs. */
function requestsOf(
  origin: string,
  caller: Caller,
  { bodies: { wires, jsons }, unreadableState: { state, search } }: DeskWorld,
): Hostile[] {
  const { post, get } = doorsOf(origin, caller);
  const isNobody = caller.who === 'nobody';
  const actions = builtActions().flatMap(({ id, page }, at) => {
    const path = inPlaces(page, 'a-1', ofDemo);
    const sent = isNobody && at === 0 ? wires : some(wires, at * 7, isNobody ? 2 : 1);
    return [
      ...sent.map((body) => post('actions', path, body, asAction(id))),
      ...(isNobody ? [post('actions', path, '["$@0",{"a":"$0"}]', asAction(id), true)] : []),
      ...(at === 0 ? [post('actions', '/api/nowhere', '["$@0"]', asAction(id))] : []),
    ];
  });
  const signIns = ['credentials', 'badge', 'passkey', 'link'].map((means) => `auth/callback/${means}`);
  const inputs = [
    'desk/taps',
    'desk/tasks',
    'desk/overrides',
    'desk/messages',
    'desk/messages/undo',
    ...signIns,
    'auth/signout',
  ];
  const files = ['desk/photos/a-1?locationId=x', 'desk/migration?locationId=%25'];
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return [
    ...actions,
    ...inputs.flatMap((route, at) => [
      ...some(jsons, at * 9, 8).map((body) => post('inputs', `/api/${route}`, body, json)),
      post('inputs', `/api/${route}`, '\ufeff{"json":"true","locationId":[[]]}', json, true),
    ]),
    ...files.flatMap((route) => some(jsons, 3, 4).map((body) => post('inputs', `/api/${route}`, body, asFile))),
    ...oddPlaces.map((gym) => get('headers', putPlace('/g/{gym}/members', gym))),
    ...builtPages().map((page) => post('forms', inPlaces(page, 'a-1', ofDemo), 'email=a&password=b', form)),
    ...readRoutes().flatMap((route) =>
      (isNobody ? oddQueries.slice(0, 1) : oddQueries).map((query) => get('reads', inPlaces(route, odd) + query)),
    ),
    ...strangeHeaders.flatMap((headers) =>
      (isNobody ? openPaths : ['/', '/members', '/api/auth/session']).map((path) => get('headers', path, headers)),
    ),
    ...builtPages().map((page) =>
      get('headers', `${inPlaces(page, 'a-1', ofDemo)}?${search}`, { rsc: '1', 'next-router-state-tree': state }),
    ),
  ];
}

/** A stream never ends. */
const readRoutes = () => builtRoutes().filter((route) => route !== '/api/live');

/** Endpoints that end the sender's session or start an outage of the platform: no later request would be tested. */
const spared = ['app/actions.ts signOutEverywhere', 'app/g/[gym]/(desk)/demo-actions.ts switchPlatform'];

/** Requests with existing ids: valid except for one place. */
function knowingRequests({ post, get }: ReturnType<typeof doorsOf>, { bodies, things }: DeskWorld): Hostile[] {
  const { locationId, colleagueId, accountIds, taskId } = things;
  const actions = builtActions()
    .filter(({ endpoint }) => !spared.includes(endpoint))
    .flatMap(({ id, page, endpoint }, at) => {
      const accountId = accountIds[at % accountIds.length] ?? '';
      const named = {
        ...(/accountId/.test(endpoint) && { accountId }),
        ...(/members\/new/.test(endpoint) && { email: 'new@hostile.example' }),
        ...(/staff/.test(endpoint) && { staffId: colleagueId, accountId, email: 'new@hostile.example' }),
        ...(/task-actions|acknowledge/.test(endpoint) && { taskId }),
        ...knownActions[endpoint]?.input,
      };
      const valid = { locationId, ...named };
      const names = Object.keys(Object.keys(named).length > 0 ? named : valid);
      return bodies
        .nearly(valid, names, 4)
        .map((sent) => post('actions', inPlaces(page, accountId), JSON.stringify([sent]), asAction(id)));
    });
  const accountId = accountIds[0] ?? '';
  const reads = readRoutes().flatMap((route) => {
    const named = { accountId, q: 'Vogt', ...knownRoutes[`GET ${route}`]?.input };
    return bodies
      .nearly({ locationId, ...named }, Object.keys(named), 2)
      .map((sent) => get('reads', `${inPlaces(route, accountId)}?${queryOf(sent)}`));
  });
  const files = [`desk/photos/${accountId}`, 'desk/migration'].flatMap((route) =>
    some(bodies.jsons, 7, 4).map((body) => post('inputs', `/api/${route}?locationId=${locationId}`, body, asFile)),
  );
  const inputs = [
    ...nearlyTaps(bodies, things).map(({ body, isRight }) => ({
      ...post('inputs', '/api/desk/taps', body, json),
      isRight,
    })),
    ...nearlyChanges(bodies, things).map(({ body, isRight }) => ({
      ...post('inputs', '/api/desk/tasks', body, json),
      isRight,
    })),
  ];
  // after all requests the session is still valid
  const last = { ...get('reads', `/api/desk/presence?locationId=${locationId}`), isRight: true };
  return [...inputs, ...actions, ...files, ...reads, last];
}
