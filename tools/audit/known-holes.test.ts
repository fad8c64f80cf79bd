import fs from 'node:fs';
import { expect, test } from 'vitest';
import { findKnownHoles } from './known-holes.ts';
import { lockedVersionsIn } from './locked-versions.ts';

const locked = { left: ['1.0.0', '2.0.0'], right: ['3.1.4'] };
type Answers = Record<string, (body: string) => Response | Promise<Response>>;

const answering = (answers: Answers) =>
  (async (url, init) => {
    const answer = answers[new URL(String(url)).host];
    if (!answer) throw new TypeError('fetch failed');
    return answer(String(init?.body));
  }) as typeof fetch; // safe because: an address and a body are all that is given

const advisory = { url: 'https://example.com/1', title: 'a hole', severity: 'high' };
const osvOf = (body: string) =>
  Response.json({
    results: JSON.parse(body).queries.map(({ version }: { version: string }) =>
      version === '1.0.0' ? { vulns: [{ id: 'X-1' }] } : {},
    ),
  });

test('the registry is queried first, and its advisories are reported with the affected version', async () => {
  const ask = answering({
    'registry.npmjs.org': (body) => Response.json(JSON.parse(body).left[0] === '2.0.0' ? { left: [advisory] } : {}),
  });
  expect(await findKnownHoles(locked, { ask })).toEqual({
    source: 'registry.npmjs.org',
    holes: [{ name: 'left', version: '2.0.0', id: 'a hole', url: 'https://example.com/1' }],
  });
});

test.each<[string, Answers]>([
  ['refuses', { 'registry.npmjs.org': () => new Response(null, { status: 405 }) }],
  ['answers something else', { 'registry.npmjs.org': () => new Response('<html>') }],
  ['cannot be reached', {}],
])('if the registry %s, OSV is queried', async (_, answers) => {
  const ask = answering({ ...answers, 'api.osv.dev': osvOf });
  expect(await findKnownHoles(locked, { ask })).toEqual({
    source: 'api.osv.dev',
    holes: [{ name: 'left', version: '1.0.0', id: 'X-1', url: 'https://osv.dev/vulnerability/X-1' }],
  });
});

test('if no source responds, the result is not “no vulnerabilities”', async () => {
  const ask = answering({ 'registry.npmjs.org': () => new Response(null, { status: 405 }) });
  const unreached = ['registry.npmjs.org: it answered 405', 'api.osv.dev: fetch failed'];
  expect(await findKnownHoles(locked, { ask })).toEqual({ unreached });
});

test('every package of the lock file is queried, including nested ones', () => {
  const versions = lockedVersionsIn(fs.readFileSync('package-lock.json', 'utf8'));
  expect(versions.next).toHaveLength(1);
  expect(versions['front-desk']).toBeUndefined();
  const nested = {
    packages: {
      '': { version: '1' },
      'node_modules/a': { version: '1' },
      'node_modules/b/node_modules/a': { version: '2' },
    },
  };
  expect(lockedVersionsIn(JSON.stringify(nested))).toEqual({ a: ['1', '2'] });
});
