import { expect, test } from 'vitest';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const places = [
  '/health',
  '/reference',
  '/reference/v2',
  '/openapi/v2.json',
  '/console',
  '/console/sign-in',
  '/console/nowhere',
  '/api/v2/accounts',
  '/api/v2/accounts?x=%00',
  '/api/v2/nowhere',
  '/v1/nowhere',
  '/api/v1/data/exports',
  '/exports/no-such-file',
  '/nowhere',
];
const here = { remoteAddress: '127.0.0.1' };
const overTls = { remoteAddress: '192.0.2.1', encrypted: true };
const fromAfar = { remoteAddress: '192.0.2.1' };

test.each(places)('%s forbids caching and embedding, and has the declared content type', async (place) => {
  const { apiKey } = await platform.newGym();
  for (const socket of [here, overTls, fromAfar]) {
    for (const headers of [{}, { 'x-api-key': apiKey }] as Record<string, string>[]) {
      const answer = await platform.app.request(place, { headers }, { incoming: { socket } });
      expect(answer.headers.get('cache-control')).toMatch(/\bno-store$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
      expect(answer.headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
      const bound = socket === overTls ? 'max-age=31536000; includeSubDomains' : null;
      expect(answer.headers.get('strict-transport-security')).toBe(bound);
    }
  }
});

test('an immutable file of the console may be cached (control)', async () => {
  const page = await (await platform.app.request('/console/sign-in')).text();
  const file = /href="(\/console\/style\.css[^"]*)"/.exec(page)?.[1] ?? '';
  const answer = await platform.app.request(file);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['/reference', '/console/sign-in'])('%s uses the desk’s font, served from here only', async (place) => {
  const answer = await platform.app.request(place);
  expect(answer.headers.get('content-security-policy')).toContain("font-src 'self'");
  const page = await answer.text();
  const address = /href="(\/console\/style\.css[^"]*)"/.exec(page)?.[1];
  const style = address ? await (await platform.app.request(address)).text() : page;
  const fonts = [...style.matchAll(/src: url\("([^"]*)"\)/g)].map(([, font = '']) => font);
  expect(fonts).not.toEqual([]);
  for (const font of fonts) {
    const file = await platform.app.request(font);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  }
});
