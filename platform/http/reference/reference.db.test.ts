import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { fileTypes, jobStatuses } from '#contracts/export/jobs.ts';
import { metrics } from '#contracts/export/metrics.ts';
import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { errorCodes } from '#contracts/v2/errors.ts';
import { operations } from '#contracts/v2/operations.ts';
import type { CheckedDocument } from '#platform/testing/document-check.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { exampleOf } from './example-of.ts';

const trustedProxies = new BlockList();
trustedProxies.addSubnet('10.0.0.0', 8);
const platform = startTestPlatform({ trustedProxies });

interface Documented {
  operationId: string;
  summary?: string;
  responses: Record<string, unknown>;
}

const byId = (one: { operationId: string }, other: { operationId: string }) =>
  one.operationId.localeCompare(other.operationId);

test.each([
  ['/openapi/v2.json', operations, 'Membership management API, version 2'],
  ['/openapi/v1.json', gymOperations, 'Gym interface, version 1'],
  ['/openapi/export.json', exportOperations, 'Data export'],
])(
  '%s has exactly the operations of the contract, with method, path and success responses',
  async (address, contract, title) => {
    const document = await (await platform.app.request(address)).json();
    const documented = Object.entries<Record<string, Documented>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
        success: Object.keys(responses)
          .filter((status) => status.startsWith('2'))
          .map(Number),
      })),
    );
    const promised = Object.entries(contract).map(([operationId, { method, path, success }]) => ({
      operationId,
      method,
      path,
      success: [success].flat(),
    }));
    expect(documented.sort(byId)).toEqual(promised.sort(byId));
    expect(document.info.title).toBe(title);
  },
);

test.each([
  [
    '/reference/v2',
    operations,
    '',
    ['membership.startOfContract', 'webhook-signature', 'the address of the webhook', ...errorCodes],
  ],
  ['/reference/v1', gymOperations, '/v1', ['Where the sources disagree', 'errorText']],
  [
    '/reference/export',
    exportOperations,
    '',
    [
      'Where the sources disagree',
      ...jobStatuses,
      ...fileTypes,
      ...metrics.flatMap(({ metricType, metricSubType }) => [metricType, metricSubType]),
      '<code>00</code> to <code>23</code>',
      'at most 365 days after the first',
      'Needs the permission <code>export</code>',
    ],
  ],
])(
  '%s lists every operation with its address, and loads nothing from other servers',
  async (address, contract, basePath, words) => {
    const response = await platform.app.request(address);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    for (const [operationId, { path }] of Object.entries(contract)) {
      expect(page).toContain(`id="${operationId}"`);
      expect(page).toContain(`<code>${basePath}${path}</code>`);
    }
    for (const word of words) expect(page.includes(word), word).toBe(true);
    expect(page).not.toMatch(/<link|src="(?!\/reference\/assets\/)|url\((?!"\/fonts\/)|href="(?![#/])/);
    const [script = ''] = /\/reference\/assets\/[^"]+/.exec(page) ?? [];
    expect((await platform.app.request(script)).status).toBe(200);
  },
);

test('other sites may read the documents, and nothing else of the platform', async () => {
  const allowedOf = async (path: string) =>
    (await platform.app.request(path, { headers: { origin: 'https://viewer.example' } })).headers.get(
      'access-control-allow-origin',
    );
  const documents = ['/openapi/v1.json', '/openapi/v2.json', '/openapi/export.json', '/postman/v2.json'];
  expect(await Promise.all(documents.map(allowedOf))).toEqual(['*', '*', '*', '*']);
  const others = ['/reference/v2', '/reference/v2/try.json', '/health', '/console/sign-in', '/api/v2/accounts'];
  expect(await Promise.all(others.map(allowedOf))).toEqual([null, null, null, null, null]);
});

test('every page of the reference links to every other, and no link is broken', async () => {
  const all = ['/reference', '/reference/v1', '/reference/v2', '/reference/export'];
  for (const address of all) {
    const page = await (await platform.app.request(address)).text();
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(links).toEqual(expect.arrayContaining(all));
    for (const href of new Set(links)) {
      if (href.startsWith('#')) expect(page).toContain(`id="${href.slice(1)}"`);
      else expect((await platform.app.request(href)).status, href).toBe(200);
    }
  }
});

test.each(['v2', 'v1', 'export'])(
  'the viewer of %s is served from here, under a policy without inline styles or scripts',
  async (name) => {
    const response = await platform.app.request(`/reference/${name}/try`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("script-src 'self'");
    const page = await response.text();
    expect(page).not.toContain('Create a gym');
    const files = [...page.matchAll(/(?:href|src)="(\/reference\/viewer\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(4);
    for (const file of files) {
      const served = await platform.app.request(file);
      expect([served.status, served.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    const document: CheckedDocument = await (await platform.app.request(`/reference/${name}/try.json`)).json();
    const parameters = Object.values(document.paths).flatMap((one) =>
      Object.values(one).flatMap((all) => all.parameters),
    );
    const filled = parameters.filter((one) => one && 'example' in one).map((one) => one?.name);
    expect(filled).not.toContain('offset');
    expect(filled.length > 0).toBe(true);
  },
);

test('the style of a page is allowed by its hash', async () => {
  const response = await platform.app.request('/reference');
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await response.text()) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
});

test('the examples of a publish and of a new member are valid requests', async () => {
  const gym = await platform.newGym();
  const bodyOf = (document: CheckedDocument, path: string) => {
    const { schema = {} } = document.paths[path]?.post?.requestBody?.content?.['application/json'] ?? {};
    return exampleOf(schema, document.components.schemas);
  };
  const v1 = await (await platform.app.request('/openapi/v1.json')).json();
  const published = bodyOf(v1, '/user/publish') as object; // safe because: the body is an object
  expect((await gym.askV1('publishUser', { body: { ...published, userId: undefined } })).status).toBe(200);
  const v2 = await (await platform.app.request('/openapi/v2.json')).json();
  const other = await platform.newGym();
  expect((await other.ask('publishAccount', { body: bodyOf(v2, '/api/v2/accounts') })).status).toBe(201);
});

/** Requests the document from the address of a configured proxy, or of another machine. */
async function serversFor(
  remoteAddress: string,
  headers: Record<string, string>,
  { tls = false, path = '/openapi/v1.json' } = {},
): Promise<string[]> {
  const socket = tls ? { remoteAddress, encrypted: true } : { remoteAddress };
  const response = await platform.app.request(path, { headers }, { incoming: { socket } });
  expect(response.status).toBe(200);
  return (await response.json()).servers.map(({ url }: { url: string }) => url);
}

test('the servers of a document are at the requested address; version 1 has two addresses in a sandbox', async () => {
  const host = 'mms.example.org:4010';
  const both = (origin: string) => [`${origin}/v1`, `${origin}/gymapi/v1`];
  expect(await serversFor('127.0.0.1', { host })).toEqual(both(`http://${host}`));
  expect(await serversFor('192.0.2.7', { host }, { tls: true })).toEqual(both(`https://${host}`));
  expect(await serversFor('127.0.0.1', { host: '[::1]:4010' })).toEqual(both('http://[::1]:4010'));
  expect(await serversFor('127.0.0.1', { host }, { path: '/openapi/v2.json' })).toEqual([`http://${host}`]);
  expect(await serversFor('127.0.0.1', { host }, { path: '/openapi/export.json' })).toEqual([`http://${host}`]);
});

test('forwarded scheme and host are used only from a configured proxy', async () => {
  const headers = { host: 'inner:4010', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mms.example.org' };
  expect((await serversFor('10.0.0.5', headers))[0]).toBe('https://mms.example.org/v1');
  expect((await serversFor('127.0.0.1', headers))[0]).toBe('http://inner:4010/v1');
});

test.each([
  'a"},{"url":"https://evil.example',
  '<script>alert(1)</script>',
  'user@evil.example',
  'evil.example/path',
  'evil.example?x',
  'one.example, two.example',
  '',
])('a host such as %j is not reflected: the addresses are relative', async (host) => {
  expect((await serversFor('127.0.0.1', { host }))[0]).toBe('/v1');
  const proxied = { host: 'inner', 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
  expect(await serversFor('10.0.0.5', proxied, { path: '/openapi/v2.json' })).toEqual(['/']);
});

test('one client’s host header is not cached for the next', async () => {
  expect((await serversFor('127.0.0.1', { host: 'one.example' }))[0]).toContain('one.example');
  expect((await serversFor('127.0.0.1', { host: 'two.example' }))[0]).toBe('http://two.example/v1');
});
