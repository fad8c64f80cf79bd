import { expect, test } from 'vitest';
import { openBrowser, signInOwnerOf } from '#platform/testing/console.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** Routes that need no sign-in: files without data of a gym, and sign-in and sign-out. */
const isOpen = (path: string) =>
  /\.(css|js|svg|woff2)$/.test(path) ||
  [
    '/console/',
    '/console/sign-in',
    '/console/sign-in/passkey',
    '/console/sign-in/question',
    '/console/link/:token',
    '/console/sign-out',
    '/console/language',
  ].includes(path);

/** All routes, with a value for each parameter. */
const routes = () => {
  const all = platform.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/console'));
  const known = new Map(all.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...known.values()].map((route) => ({ ...route, address: route.path.replaceAll(/:\w+(\{.*?\})?/g, '1') }));
};

test('without a session, every page of a gym redirects to sign-in, and every form has no effect', async () => {
  const guarded = routes().filter(({ path }) => !isOpen(path));
  expect(guarded.length).toBeGreaterThan(15);
  for (const { method, path, address } of guarded) {
    const nobody = openBrowser(platform.app);
    const { status, location } = method === 'GET' ? await nobody.get(address) : await nobody.post(address);
    expect([status, location?.split('?')[0]], `${method} ${path}`).toEqual([303, '/console/sign-in']);
  }
});

test('every cross-site form submission is refused, even with a session', async () => {
  const owner = await signInOwnerOf(platform, await platform.newGym());
  const forms = routes().filter(({ method }) => method === 'POST');
  expect(forms.length).toBeGreaterThan(7);
  for (const { path, address } of forms) {
    expect((await owner.post(address, {}, { 'sec-fetch-site': 'cross-site' })).status, path).toBe(403);
  }
  expect((await owner.get('/console')).status).toBe(200);
});

test('no page accepts a method that no form uses', async () => {
  const methods = new Set(routes().map(({ method }) => method));
  expect([...methods].sort()).toEqual(['GET', 'POST']);
});
