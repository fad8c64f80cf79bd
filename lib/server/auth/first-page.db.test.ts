import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser, signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { findFirstPage } from './first-page.ts';

vi.mock('next-auth', () => import('#lib/testing/browser.ts'));
vi.mock('next/headers', () => import('#lib/testing/browser.ts'));

const testDesk = setUpStartedDesk();
let west: TestLocation;
let ost: TestLocation;
let staffId: string;
const at = ({ location }: TestLocation, page = '/') => gymPath(location.slug, page);
const lastAt = ({ location }: TestLocation, person: string) => ({ 'last-location': `${location.id}.${person}` });

beforeEach(async () => {
  browser.cookies = {};
  west = await testDesk.openLocation();
  ost = await testDesk.openLocation();
  staffId = await signIn(testDesk, 'manager', west, ost);
});

test('the root leads to the gym used last, and in a new browser to one of the person’s gyms', async () => {
  expect([at(west), at(ost)]).toContain(await findFirstPage(undefined));
  browser.cookies = lastAt(ost, staffId);
  expect(await findFirstPage(undefined)).toBe(at(ost));
});

test('after the sign-in, the requested page opens', async () => {
  expect(await findFirstPage(at(ost, '/members?q=ana'))).toBe(at(ost, '/members?q=ana'));
  browser.cookies = lastAt(west, staffId);
  expect(await findFirstPage([at(ost, '/office/staff'), '/g/other'])).toBe(at(ost, '/office/staff'));
});

test('a page that another person left open is replaced by the check-in of its gym, or of an own gym', async () => {
  browser.cookies = lastAt(west, randomUUID());
  expect(await findFirstPage(at(ost, '/office/staff'))).toBe(at(ost));
  expect(await findFirstPage('/g/a-gym-of-others/members')).toBe(at(west));
});

test.each(['//evil.example', '/api/auth/signout', 'https://evil.example/g/west'])(
  'no redirect leads to %s',
  async (next) => {
    browser.cookies = lastAt(west, staffId);
    expect(await findFirstPage(next)).toBe(at(west));
  },
);
