import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFailed } from '#lib/wire/answers/action-result.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { together } from '#lib/wire/reads/together.ts';
import { until } from '#shared/testing/until.ts';
import { admitRequests, limitsOfProcess } from './admit-requests.ts';
import { guardRequests } from './guard-requests.ts';

/** Advances the clock of abandoned work. */
const waits = vi.hoisted((): { ms: number; pass: () => void }[] => []);
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => waits.push({ ms, pass: resolve })),
}));
beforeEach(() => void waits.splice(0));

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) await close();
});

const locations: Record<string, string> = { 'gym-in-the-south': 'south', south: 'south', north: 'north' };
const signedIn = { cookie: 'signed in' };
const senders = {
  locationNamed: (name: string) => locations[name],
  hasSession: (cookies?: string) => cookies === signedIn.cookie,
};
const never = 600_000;
const limits = {
  people: { atOnce: 2, waiting: 3, longestWaitMs: never },
  streams: { atOnce: 1, waiting: 2, longestWaitMs: never },
  background: { atOnce: 1, waiting: 2, longestWaitMs: never },
};

/** A desk whose answers the test releases one by one. */
async function openDesk(bounds = limits, waits = { people: () => {}, lists: () => {} }) {
  const begun: string[] = [];
  const ended: string[] = [];
  const underWay = new Map<string, http.ServerResponse>();
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  const url = `http://127.0.0.1:${port}`;
  const admit = admitRequests(
    (request, response) => {
      const path = request.url ?? '';
      begun.push(path);
      underWay.set(path, response);
      response.once('close', () => underWay.delete(path));
      request.resume();
    },
    senders,
    bounds,
    waits,
  );
  const arrived: string[] = [];
  const note: http.RequestListener = (request, response) => {
    response.once('close', () => ended.push(request.url ?? ''));
    admit(request, response);
    arrived.push(request.url ?? '');
  };
  const deskUrl = url;
  server.on('request', guardRequests(note, { deskUrl, knowsAction: () => true, isOffered: async () => true }));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const timesArrived = () => arrived.filter((one) => one === path).length;
    const before = timesArrived();
    const answer = fetch(url + path, { headers: signedIn, ...init });
    answer.catch(() => {});
    await until(() => expect(timesArrived()).toBeGreaterThan(before));
    return { answer };
  };
  /** Completes one request, and lets the next one start. */
  const finish = async (path: string) => {
    await until(() => expect(underWay.has(path)).toBe(true));
    const response = underWay.get(path);
    await new Promise((ended) => response?.once('close', ended).end('done'));
  };
  return { port, arrived, begun, ended, ask, finish, underWay };
}

const tap = (name: string) => `/api/desk/at-a-glance?${name}`;
const list = (name: string) => `/api/desk/presence?${name}`;

test('requests beyond the limit are queued, first in first out', async () => {
  const { begun, ask, finish } = await openDesk();
  for (const name of ['a', 'b', 'c', 'd']) await ask(tap(name));
  expect(begun).toEqual([tap('a'), tap('b')]);
  await finish(tap('b'));
  expect(begun).toEqual([tap('a'), tap('b'), tap('c')]);
  await finish(tap('a'));
  expect(begun).toEqual([tap('a'), tap('b'), tap('c'), tap('d')]);
});

test('background work learns that people wait, and not that lists and streams do', async () => {
  const noted = vi.fn();
  const { ask, finish } = await openDesk(limits, { people: noted, lists: () => {} });
  for (const name of ['a', 'b', 'c']) {
    await ask(list(name));
    await ask(`/api/live?${name}`);
  }
  for (const name of ['a', 'b']) await ask(tap(name));
  expect(noted).not.toHaveBeenCalled();
  await ask(tap('c'));
  expect(noted).toHaveBeenCalledTimes(1);
  await finish(tap('a'));
  expect(noted).toHaveBeenCalledTimes(2);
});

test('background work is not held up by one sender that has its share', async () => {
  const noted = vi.fn();
  const bounds = { ...limits, people: { atOnce: 6, waiting: 9, longestWaitMs: never } };
  const { begun, ask, finish } = await openDesk(bounds, { people: noted, lists: () => {} });
  const of = (gym: string, name: number) => `/api/desk/glance?locationId=${gym}&${name}`;
  for (const name of [1, 2, 3, 4, 5, 6, 7]) await ask(of('north', name));
  await finish(of('north', 1));
  expect(begun).toHaveLength(6);
  expect(noted).not.toHaveBeenCalled();
  for (const name of [1, 2]) await ask(of('south', name));
  expect(noted, 'the second one of another gym waits for a place').toHaveBeenCalledTimes(1);
});

test('background work learns that lists have waited for long, and not of moments nor of people', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const noted = vi.fn();
  const { ask, finish } = await openDesk(limits, { people: () => {}, lists: noted });
  for (const name of ['a', 'b', 'c']) {
    await ask(list(name));
    await ask(tap(name));
  }
  now = 499;
  await finish(list('a'));
  await finish(list('c'));
  expect(noted).not.toHaveBeenCalled();
  await ask(list('d'));
  now = 999;
  await finish(tap('a'));
  expect(noted).not.toHaveBeenCalled();
  await finish(list('b'));
  expect(noted).toHaveBeenCalledTimes(1);
});

const listOf = (gym: string, name: number) => list(`locationId=${gym}&${name}`);
const ofNorth = [1, 2, 3, 4, 5, 6, 7].map((name) => listOf('north', name));
const allPlaces = [...ofNorth, listOf('south', 1)];
const ofEight = { ...limits, background: { ...limits.background, atOnce: 8 } };

test.each([
  ['one gym', signedIn],
  ['one network', {}],
])('of the places that lists keep beside people, %s does not take all', async (_, headers) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const noted = vi.fn();
  const { begun, ask, finish } = await openDesk(limitsOfProcess, { people: () => {}, lists: noted });
  for (let name = 0; name < 41; name += 1) await ask(`/api/desk/glance?locationId=north&${name}`, { headers });
  for (let name = 0; name < 4; name += 1) await ask(listOf('north', name), { headers });
  expect(begun).toHaveLength(42);
  now = 500;
  await finish(listOf('north', 0));
  await until(() => expect(begun).toHaveLength(43));
  expect(noted).not.toHaveBeenCalled();
});

test.each([
  ['not by one sender that has its share', [...ofNorth, listOf('north', 8)], 0],
  ['by a list without a place', [...allPlaces, listOf('south', 2)], 1],
  ['not by a sender that has its share while others take the rest', [...allPlaces, listOf('north', 8)], 0],
  ['not by a delivery of a webhook', [...allPlaces, '/api/hooks/north'], 0],
])('background work is slowed down %s', async (_, paths, times) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const noted = vi.fn();
  const { begun, ask, finish } = await openDesk(ofEight, { people: () => {}, lists: noted });
  for (const path of paths) await ask(path);
  expect(begun).toHaveLength(paths.length - 1);
  now = 500;
  await finish(listOf('north', 1));
  expect(begun).toHaveLength(paths.length);
  expect(noted).toHaveBeenCalledTimes(times);
});

test('background work learns of a list whose client gave it up after a long wait for a place, and not for its share', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const noted = vi.fn();
  const { ended, ask } = await openDesk(ofEight, { people: () => {}, lists: noted });
  const giveUp = async (path: string) => {
    const gone = new AbortController();
    await ask(path, { headers: signedIn, signal: gone.signal });
    now += 500;
    gone.abort();
    await until(() => expect(ended).toContain(path));
  };
  for (const path of ofNorth) await ask(path);
  await giveUp(listOf('north', 8));
  expect(noted).not.toHaveBeenCalled();
  await ask(listOf('south', 1));
  await giveUp(listOf('south', 2));
  expect(noted).toHaveBeenCalledTimes(1);
});

/** A desk that answers each request at once, except those of one path: the test finishes the first of them. */
function openPromptDesk(heldPath: string, bounds: typeof limits) {
  const [held, begun]: [http.ServerResponse[], string[]] = [[], []];
  const admit = admitRequests(
    ({ url = '' }, response) => {
      begun.push(url);
      if (url === heldPath) held.push(response);
      else response.writeHead(200).end();
    },
    senders,
    bounds,
  );
  return { begun, admit, finish: () => held[0]?.writeHead(200).end() };
}

test('a waiting request starts once, also where the one before it is answered at once', async () => {
  const bounds = { ...limits, background: { ...limits.background, waiting: 9 } };
  const { begun, admit, finish } = openPromptDesk(list('held'), bounds);
  let arrived = 0;
  const server = http.createServer((request, response) => {
    admit(request, response);
    arrived += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const answers: Promise<Response>[] = [];
  for (const name of ['held', 'a', 'b', 'c']) {
    answers.push(fetch(`http://127.0.0.1:${port}${list(name)}`));
    await until(() => expect(arrived).toBe(answers.length));
  }
  finish();
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect(begun).toEqual([list('held'), list('c'), list('b'), list('a')]);
});

test('two thousand waiting requests are served in order where each is answered at once', () => {
  const bounds = { ...limits, people: { atOnce: 1, waiting: 3_000, longestWaitMs: never } };
  const { begun, admit, finish } = openPromptDesk(tap('held'), bounds);
  const paths = Array.from({ length: 2_000 }, (_, n) => tap(String(n)));
  for (const path of [tap('held'), ...paths]) {
    const request = Object.assign(new http.IncomingMessage(new net.Socket()), { method: 'GET', url: path });
    admit(request, new http.ServerResponse(request));
  }
  expect(begun).toEqual([tap('held')]);
  finish();
  expect(begun).toEqual([tap('held'), ...paths]);
});

test('of waiting lists the newest is served first: the oldest is about to be given up', async () => {
  const { begun, ask, finish } = await openDesk();
  for (const name of ['a', 'b', 'c']) await ask(list(name));
  await finish(list('a'));
  expect(begun).toEqual([list('a'), list('c')]);
});

test('one gym cannot take all places, neither in progress nor in the queue', async () => {
  const { begun, ask, finish } = await openDesk({ ...limits, people: { atOnce: 6, waiting: 6, longestWaitMs: never } });
  const of = (gym: string, name: string) => `/api/desk/glance?locationId=${gym}&${name}`;
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']) await ask(of('north', name));
  expect(begun).toHaveLength(5);
  expect((await (await ask(of('north', '11'))).answer).status, 'its places to wait are taken').toBe(503);
  await ask(of('south', '1'));
  expect(begun.slice(5)).toEqual([of('south', '1')]);
  await ask(of('south', '2'));
  await finish(of('south', '1'));
  expect(begun.slice(6), 'before those of the other who came first').toEqual([of('south', '2')]);
  await finish(of('north', '1'));
  expect(begun.slice(7)).toEqual([of('north', '6')]);
});

test('a request without a gym counts for its client network; a page and its actions for the gym in their address', async () => {
  const { begun, ask } = await openDesk({ ...limits, people: { atOnce: 6, waiting: 9, longestWaitMs: never } });
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (const name of ['1', '2', '3', '4', '5', '6']) await ask(tap(name), { headers });
  expect(begun).toHaveLength(5);
  // names that no gym has
  for (const path of ['/g/nowhere/members', '/api/desk/glance?locationId=invented'])
    await ask(path, { headers: { ...headers, ...signedIn } });
  expect(begun).toHaveLength(5);
  await ask('/g/gym-in-the-south/members?page', { headers: { ...headers, ...signedIn } });
  expect(begun.slice(5)).toEqual(['/g/gym-in-the-south/members?page']);
});

test('requests without a session count for their network, whichever gym they name', async () => {
  const bounds = { ...limits, people: { atOnce: 6, waiting: 6, longestWaitMs: never } };
  const { begun, ask } = await openDesk(bounds);
  const headers = { 'x-forwarded-for': '192.0.2.1', cookie: 'forged' };
  for (const name of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await ask(`/g/gym-in-the-south?${name}`, { headers });
  for (const gym of ['south', 'north', 'invented']) {
    const refused = await (await ask(`/api/desk/glance?locationId=${gym}`, { headers })).answer;
    expect(refused.status).toBe(503);
  }
  expect(begun).toHaveLength(5);
  await ask('/api/desk/glance?locationId=south&of-its-staff');
  expect(begun.slice(5)).toEqual(['/api/desk/glance?locationId=south&of-its-staff']);
});

test('requests by id and by slug of a gym share one quota', async () => {
  const { begun, ask } = await openDesk({ ...limits, people: { atOnce: 6, waiting: 9, longestWaitMs: never } });
  const south = (name: number) =>
    name % 2 ? `/g/gym-in-the-south?${name}` : `/api/desk/glance?locationId=south&${name}`;
  for (const name of [1, 2, 3, 4, 5, 6]) await ask(south(name));
  expect(begun).toHaveLength(5);
});

test('at a time, a desk serves 48 requests of people and 8 of lists; of one gym 40 and 7', async () => {
  const { begun, ask } = await openDesk(limitsOfProcess);
  const at = (path: string, gym: string, name: number) => `/api/desk/${path}?locationId=${gym}&${name}`;
  for (let i = 0; i < 9; i += 1) await ask(at('presence', 'north', i));
  await ask(at('presence', 'south', 0));
  expect(begun).toHaveLength(8);
  for (let i = 0; i < 44; i += 1) await ask(at('glance', 'north', i));
  expect(begun).toHaveLength(48);
  for (let i = 0; i < 12; i += 1) await ask(at('glance', 'south', i));
  expect(begun).toHaveLength(56);
});

test('reads that pages send together are background reads, together and alone', async () => {
  const { begun, ask } = await openDesk({ ...limits, background: { ...limits.background, waiting: 9 } });
  await ask(list('1'));
  const gathered = Object.values<Pick<Read<object, unknown>, 'path' | 'isGathered'>>(reads).filter(
    ({ isGathered }) => isGathered,
  );
  for (const { path } of [together, ...gathered]) await ask(`/api/desk${path}?locationId=north`);
  expect(gathered.length).toBeGreaterThan(3);
  expect(begun).toEqual([list('1')]);
});

test('while people wait, streams keep all their places and lists a third', async () => {
  const atOnce = 6;
  const bounds = { ...limits, streams: { ...limits.streams, atOnce }, background: { ...limits.background, atOnce } };
  const { begun, ask } = await openDesk(bounds);
  for (const name of ['a', 'b', 'c']) await ask(tap(name));
  for (const name of ['1', '2', '3']) {
    await ask(list(name));
    await ask(`/api/live?${name}`);
  }
  expect(begun.slice(2)).toEqual([list('1'), '/api/live?1', list('2'), '/api/live?2', '/api/live?3']);
});

test('people come before background reads, which do not starve', async () => {
  const { begun, ask, finish } = await openDesk({ ...limits, background: { ...limits.background, atOnce: 2 } });
  for (const name of ['a', 'b', 'c', 'd']) await ask(tap(name));
  for (const name of ['1', '2']) await ask(list(name));
  expect(begun).toEqual([tap('a'), tap('b'), list('1')]);
  await finish(list('1'));
  await finish(tap('a'));
  expect(begun.slice(3)).toEqual([list('2'), tap('c')]);
  await finish(tap('b'));
  expect(begun.slice(5)).toEqual([tap('d')]);
});

test('beyond the queue, a request is refused at once with an error that pages understand and a Retry-After', async () => {
  const { begun, ask } = await openDesk();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(tap(name));
  const answer = await (await ask(tap('f'))).answer;
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const said: unknown = await answer.json();
  expect(isFailed(said) && said.error.retryable).toBe(true);
  expect(begun).not.toContain(tap('f'));

  const page = await (await ask('/members')).answer;
  expect([page.status, Number(page.headers.get('refresh'))]).toEqual([503, expect.any(Number)]);
  expect(await page.text()).toContain('Front Desk is busy');
});

test.each([
  ['people', tap, 8],
  ['background', list, 12],
] as const)('at most, a refused request of %s is told to retry after some seconds', async (lane, path, longestS) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { ask } = await openDesk({ ...limits, [lane]: { ...limits[lane], waiting: 1 } });
  let told = 0;
  for (let sent = 0; sent < 40; sent += 1) {
    const { answer } = await ask(path(String(sent)));
    if (sent > 5) told = Number((await answer).headers.get('retry-after'));
    // none is served, which counts as one a second
    now = 1_000;
  }
  expect(told).toBe(longestS);
});

test('a request that has waited too long is refused', async () => {
  const { begun, ask } = await openDesk({ ...limits, people: { ...limits.people, longestWaitMs: 50 } });
  for (const name of ['a', 'b']) await ask(tap(name));
  expect((await (await ask(tap('c'))).answer).status).toBe(503);
  expect(begun).toEqual([tap('a'), tap('b')]);
});

test('a queued request is dropped when its client disconnects', async () => {
  const { begun, ask, finish, ended } = await openDesk();
  for (const name of ['a', 'b']) await ask(tap(name));
  const gone = new AbortController();
  const { answer } = await ask(tap('gone'), { signal: gone.signal });
  await ask(tap('c'));
  gone.abort();
  await expect(answer).rejects.toThrow();
  await until(() => expect(ended).toEqual([tap('gone')]));
  await finish(tap('a'));
  await finish(tap('b'));
  expect(begun).not.toContain(tap('gone'));
});

test('work that has begun keeps its place until it ends, although the client has disconnected', async () => {
  const begun: string[] = [];
  const works = new Map<string, PromiseWithResolvers<void>>();
  const admit = admitRequests(
    (request) => {
      const path = request.url ?? '';
      begun.push(path);
      works.set(path, Promise.withResolvers());
      return works.get(path)?.promise;
    },
    senders,
    limits,
  );
  const arrived: string[] = [];
  const server = http.createServer((request, response) => {
    admit(request, response);
    arrived.push(request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const gone = new AbortController();
  const ask = (name: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${tap(name)}`, { signal: signal ?? null }).catch(() => {});
  for (const name of ['a', 'b']) {
    void ask(name, gone.signal);
    await until(() => expect(begun).toContain(tap(name)));
  }
  gone.abort();
  void ask('c');
  await until(() => expect(arrived).toContain(tap('c')));
  expect(begun).not.toContain(tap('c'));
  works.get(tap('a'))?.resolve();
  await until(() => expect(begun).toContain(tap('c')));
});

test('such work keeps its place for fifteen seconds at most', async () => {
  const begun: string[] = [];
  const admit = admitRequests(
    (request) => {
      begun.push(request.url ?? '');
      return new Promise(() => {});
    },
    senders,
    limits,
  );
  const server = http.createServer(admit);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const gone = new AbortController();
  const ask = (name: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${tap(name)}`, { signal: signal ?? null }).catch(() => {});
  for (const name of ['a', 'b']) void ask(name, gone.signal);
  await until(() => expect(begun).toHaveLength(2));
  void ask('c');
  gone.abort();
  await until(() => {
    for (const { pass } of waits) pass();
    expect(begun).toContain(tap('c'));
  });
  expect(new Set(waits.map(({ ms }) => ms))).toEqual(new Set([15_000]));
});

test('an event stream holds a place only until it is open', async () => {
  const { begun, ask, underWay } = await openDesk();
  await ask('/api/live?1');
  await ask('/api/live?2');
  expect(begun).toEqual(['/api/live?1']);
  underWay.get('/api/live?1')?.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  await until(() => expect(begun).toEqual(['/api/live?1', '/api/live?2']));
  expect(underWay.get('/api/live?1')?.writableEnded).toBe(false);
});

test('streams and lists take no places from each other or from people', async () => {
  const { begun, ask, finish } = await openDesk();
  for (const name of ['1', '2', '3']) await ask(`/api/live?${name}`);
  for (const name of ['1', '2', '3']) await ask(list(name));
  for (const name of ['a', 'b']) await ask(tap(name));
  expect(begun).toEqual(['/api/live?1', list('1'), tap('a'), tap('b')]);
  await finish(list('1'));
  expect(begun).toEqual(['/api/live?1', list('1'), tap('a'), tap('b'), list('3')]);
  expect((await (await ask('/api/live?4')).answer).status).toBe(503);
});

test('a slow upload takes no place until it is complete, and its body arrives unchanged', async () => {
  const { arrived, begun, ask, port, underWay } = await openDesk();
  const slow = net.connect(port, '127.0.0.1');
  closers.push(async () => slow.destroy());
  slow.write('POST /api/desk/taps?slow HTTP/1.1\r\nhost: desk\r\ncontent-length: 6\r\n\r\n{"a"');
  await until(() => expect(arrived).toContain('/api/desk/taps?slow'));
  for (const name of ['a', 'b']) await ask(tap(name));
  expect(begun).toEqual([tap('a'), tap('b')]);
  underWay.get(tap('a'))?.end();
  slow.write(':1');
  await until(() => expect(begun).toContain('/api/desk/taps?slow'));
});

test('built files and the clock are not limited', async () => {
  const { begun, ask } = await openDesk();
  for (const name of ['a', 'b', 'c']) await ask(tap(name));
  for (const path of ['/_next/static/chunks/a.js', '/api/clock']) await ask(path);
  expect(begun).toEqual([tap('a'), tap('b'), '/_next/static/chunks/a.js', '/api/clock']);
});

test('sign-ins, whose failures are answered slowly, take no places from the counter', async () => {
  const { begun, ask, finish } = await openDesk();
  const signIn = (name: string) => `/api/auth/callback/credentials?${name}`;
  const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
  for (const name of names) await ask(signIn(name), { method: 'POST', body: '{}' });
  await ask(tap('a'));
  await until(() => expect(begun).toContain(tap('a')));
  for (const name of names) await finish(signIn(name));
  await finish(tap('a'));
});

test('an action that Next forwards to the desk itself runs on its existing place, and clients cannot forge that', async () => {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens at a port
  const begun: string[] = [];
  const call = (path: string, headers: Record<string, string | string[] | undefined>) =>
    new Promise<number>((resolve) => {
      const asked = http.request(url + path, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.on('error', () => resolve(0)).end();
    });
  const bounds = { ...limits, people: { atOnce: 1, waiting: 1, longestWaitMs: never } };
  const arrived: string[] = [];
  server.on('request', (request) => arrived.push(request.url ?? ''));
  server.on(
    'request',
    admitRequests(
      (request, response) => {
        const path = request.url ?? '';
        begun.push(path);
        // as Next forwards an action of another page, with all its headers
        if (path === '/asked')
          void call('/its-page', request.headers).then((status) => response.writeHead(status).end());
        if (path === '/its-page') response.end();
      },
      senders,
      bounds,
    ),
  );
  expect(await call('/asked', { 'next-action': 'a' })).toBe(200);
  void call('/held', { 'next-action': 'a' });
  await until(() => expect(begun).toContain('/held'));
  void call('/forged', { 'next-action': 'a', 'x-front-desk-admitted': 'a', 'x-action-forwarded': '1' });
  await until(() => expect(arrived).toContain('/forged'));
  expect(await call('/last', { 'next-action': 'a' }), 'nobody can wait any more').toBe(503);
  expect(begun).toEqual(['/asked', '/its-page', '/held']);
});
