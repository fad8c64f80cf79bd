import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startUpstream(answer: http.RequestListener, port = 0) {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  ends.push(stop);
  return { port: (server.address() as AddressInfo).port, stop }; // safe because: it listens on TCP
}

async function startProxy(platformPort: number, { checksAnswers = true } = {}): Promise<ValidatingProxy> {
  const proxy = await startValidatingProxy({ platformPort, checksAnswers });
  ends.push(proxy.stop);
  return proxy;
}

const tasks = '/api/v2/tasks';
const json = (value: unknown, headers: Record<string, string> = {}): http.RequestListener => {
  return (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};
const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

const soundTask = { id: '7', name: 'Call', dueDate: '2026-11-21', authorId: 'a', targetId: 'b', completed: false };

test('a request with a null and a response with a wrong type are each reported in a sentence, once', async () => {
  const { port } = await startUpstream(json({ ...soundTask, id: 7 }));
  const proxy = await startProxy(port);
  for (const _ of [1, 2]) await post(proxy.url + tasks, { ...soundTask, id: undefined, completerId: null });
  expect(proxy.takeViolations()).toEqual([
    'request createTask: completerId must not be null',
    'answer 200 of createTask: the whole must not have the status 200',
  ]);
  await (await fetch(`${proxy.url}${tasks}/7`)).text();
  expect(proxy.takeViolations()).toEqual(['answer 200 of getTask: id must be text']);
  expect(proxy.takeViolations()).toEqual([]);
});

test('an exchange that the document allows is no violation; an operation or field that it lacks is one', async () => {
  const { port } = await startUpstream(json(soundTask));
  const proxy = await startProxy(port);
  await (await fetch(`${proxy.url}${tasks}/7`)).text();
  expect(proxy.takeViolations()).toEqual([]);
  await fetch(`${proxy.url}/api/v2/gyms`);
  expect(proxy.takeViolations()).toEqual(['request GET /api/v2/gyms: is no operation of the document']);
});

test('simulated faults of the sandbox are not validated, and neither are responses in the other dialect', async () => {
  const faulty = await startUpstream(json('<html>', { 'x-sandbox-fault': '1' }));
  const proxy = await startProxy(faulty.port);
  await (await post(proxy.url + tasks, { name: null })).text();
  expect(proxy.takeViolations().every((sentence) => sentence.startsWith('request createTask'))).toBe(true);

  const other = await startUpstream(json([{ id: 7 }]));
  const tolerant = await startProxy(other.port, { checksAnswers: false });
  await (await fetch(`${tolerant.url}${tasks}?since=today`)).text();
  expect(tolerant.takeViolations()).toEqual(['request getTasks: since is not a parameter of the document']);
});

test('body, headers and status are passed on unchanged', async () => {
  const picture = randomBytes(300_000);
  const { port } = await startUpstream(async (request, response) => {
    const chunks = await Array.fromAsync<Buffer>(request);
    response.writeHead(204, {
      'x-echo': String(request.headers['x-api-key']),
      'x-bytes': Buffer.concat(chunks).length,
    });
    response.end();
  });
  const proxy = await startProxy(port);
  const form = new FormData();
  form.set('file', new Blob([picture]), 'portrait.jpg');
  const sent = { method: 'PUT', body: form, headers: { 'x-api-key': 'key' } };
  const answer = await fetch(`${proxy.url}/api/v2/accounts/a/images`, sent);
  expect([answer.status, answer.headers.get('x-echo')]).toEqual([204, 'key']);
  expect(answer.headers.get('connection')).toBe('keep-alive');
  expect(Number(answer.headers.get('x-bytes'))).toBeGreaterThan(picture.length);
  expect(proxy.takeViolations()).toEqual([]);
});

test('a response is streamed', async () => {
  let finish = () => {};
  const { port } = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    finish = () => response.end(']');
  });
  const proxy = await startProxy(port);
  const reader = (await fetch(proxy.url + tasks)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('[');
  finish();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(']');
  expect(proxy.takeViolations()).toEqual([]);
});

test('an unreachable platform results in a closed connection, and is used again once it is back', async () => {
  const first = await startUpstream(json([]));
  const proxy = await startProxy(first.port);
  expect((await fetch(proxy.url + tasks)).status).toBe(200);
  await first.stop();
  await expect(fetch(proxy.url + tasks)).rejects.toThrow('fetch failed');
  await startUpstream(json([]), first.port);
  expect((await fetch(proxy.url + tasks)).status).toBe(200);
});

test('a platform that dies during a response results in a closed connection, and no violation', async () => {
  const { port } = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[{');
    setImmediate(() => response.destroy());
  });
  const proxy = await startProxy(port);
  await expect(fetch(proxy.url + tasks).then((answer) => answer.text())).rejects.toThrow();
  expect(proxy.takeViolations()).toEqual([]);
});

test('a request that the client aborts is aborted at the platform, too', async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { port } = await startUpstream((request) => {
    request.on('close', closed.resolve);
    asked.resolve();
  });
  const proxy = await startProxy(port);
  const givingUp = new AbortController();
  const asking = fetch(proxy.url + tasks, { signal: givingUp.signal });
  const given = expect(asking).rejects.toThrow('aborted');
  await asked.promise;
  givingUp.abort();
  await given;
  await closed.promise;
});
