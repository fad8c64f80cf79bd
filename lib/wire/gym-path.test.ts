import { expect, test, vi } from 'vitest';
import { gymPageAt, gymPath, nextAfterSignIn, signInPath } from './gym-path.ts';

test('the path of a gym’s page includes the gym, and is parsed back', () => {
  expect(gymPath('west', '/')).toBe('/g/west');
  expect(gymPath('west', '/members?q=ana')).toBe('/g/west/members?q=ana');
  expect(gymPageAt('/g/west')).toEqual({ slug: 'west', page: '/' });
  expect(gymPageAt('/g/west/members/a%2Fb')).toEqual({ slug: 'west', page: '/members/a%2Fb' });
});

test.each(['/', '/members', '/g', '/g/', '/g/West', '/goods/west', '/g/we%20st'])(
  '%s is no page of a gym',
  (pathname) => {
    expect(gymPageAt(pathname)).toBeNull();
  },
);

test.each(['/g/west', '/g/west/members/1?tab=2', '/g/west/members/a%2Fb'])('after the sign-in, %s opens', (page) => {
  expect(nextAfterSignIn(page)).toBe(page);
  expect(signInPath(page)).toBe(`/sign-in?next=${encodeURIComponent(page)}`);
});

test('the page that `/` was on its way to is not lost', () => {
  const page = '/g/west/members?q=ana';
  const address = `/?${new URLSearchParams({ next: page })}`;
  expect(nextAfterSignIn(address)).toBe(page);
  expect(nextAfterSignIn(`/?${new URLSearchParams({ next: address })}`)).toBe(page);
  expect(signInPath(address)).toBe(signInPath(page));
});

test('an address of a stranger that nests thousands of others is not parsed to its end', () => {
  const parse = vi.spyOn(URL, 'canParse');
  expect(nextAfterSignIn('/?next='.repeat(2_500))).toBe('/');
  expect(parse.mock.calls.length).toBeLessThan(5);
});

test.each([
  null,
  undefined,
  '',
  '/',
  '/?next=//evil.example',
  '/?next=https://evil.example/g/west',
  'https://evil.example/?next=/g/west',
  '/members',
  '//evil.example',
  'https://evil.example/g/west',
  '/g/west//evil.example',
  '/g/west/../../api/auth/signout',
  '/g/west/%2e%2e/%2e%2e/api/auth/signout',
  '/g/west/.%2E/%2E./api/desk/directory/file?locationId=1',
  '/\\evil.example/g/west',
  '/g/west/\\evil.example',
  'javascript:alert(1)',
])('after the sign-in, there is no redirect to %j', (page) => {
  expect(nextAfterSignIn(page)).toBe('/');
  expect(signInPath(page ?? null)).toBe('/sign-in');
});
