import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { browser, signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { findFirstPage } from './first-page.ts';
import { findNextLocation } from './next-location.ts';

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

describe('when the gym used last was taken from the person', () => {
  let lost: TestLocation;
  beforeEach(async () => {
    lost = await testDesk.openLocation();
    browser.cookies = lastAt(lost, staffId);
  });

  test('the requested page of another own gym opens', async () => {
    expect(await findFirstPage(at(ost, '/members?q=vogt'))).toBe(at(ost, '/members?q=vogt'));
  });

  test.each([undefined, '/g/nowhere/members'])('no other gym opens unasked (%s)', async (next) => {
    await expect(findFirstPage(next)).rejects.toMatchObject({ digest: expect.stringContaining('/no-access') });
  });

  test('the person gets a notice once, and continues at one of their gyms', async () => {
    const next = await findNextLocation();
    expect(next).toMatchObject({ staffId, isInsteadOfLast: true });
    expect([at(west), at(ost)]).toContain(gymPath(next?.slug ?? '', '/'));
    // the page that shows this notice has the browser remember it
    browser.cookies = { 'last-location': `${next?.id}.${next?.staffId}` };
    expect(await findFirstPage(undefined)).toBe(gymPath(next?.slug ?? '', '/'));
  });
});

test('a gym that was never the person’s does not change the gym used last', async () => {
  browser.cookies = lastAt(ost, staffId);
  expect(await findNextLocation()).toMatchObject({ id: ost.location.id, isInsteadOfLast: false });
});

test('only the idle limit of the requested gym counts', async () => {
  const { desk } = testDesk;
  await desk.db.update(locations).set({ idleLimitMin: 30 }).where(eq(locations.id, west.location.id));
  browser.cookies = lastAt(west, staffId);
  testDesk.clock.now += 31 * 60_000;
  expect(await findFirstPage(at(ost, '/members'))).toBe(at(ost, '/members'));
  await expect(findFirstPage(at(west, '/members'))).rejects.toMatchObject({
    digest: expect.stringContaining('/sign-in'),
  });
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
