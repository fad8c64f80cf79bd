import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { isTabElsewhere, namedByPage } from './page-location.ts';

vi.mock('next/headers', () => import('#lib/testing/browser.ts'));

const testDesk = setUpStartedDesk();
const person = randomUUID();
const open = async () => (await testDesk.openLocation()).location;
beforeEach(() => {
  browser.cookies = {};
  browser.headers = {};
});

test('a page is of the location of its tab, else of the tab that was in front last, else of what the version before kept', async () => {
  const [tab, last, former] = [randomUUID(), randomUUID(), randomUUID()];
  browser.cookies = { location: former };
  expect(await namedByPage()).toBe(former);
  browser.cookies = { location: former, 'last-location': `${last}.${person}` };
  expect(await namedByPage()).toBe(last);
  browser.headers = { 'x-location': tab };
  expect(await namedByPage()).toBe(tab);
});

test('a page that is loaded anew is not of another location than the one that was taken away', async () => {
  const { db } = testDesk.desk;
  const [own, taken] = [await open(), await open()];
  expect(await isTabElsewhere(db, person, [own])).toBe(false);
  browser.cookies = { 'last-location': `${taken.id}.${person}` };
  expect(await isTabElsewhere(db, person, [own])).toBe(true);
  browser.cookies = { 'last-location': `${own.id}.${person}` };
  expect(await isTabElsewhere(db, person, [own])).toBe(false);
  browser.headers = { 'x-location': taken.id };
  expect(await isTabElsewhere(db, person, [own])).toBe(true);
});

test.each([
  ['that is no more', { 'last-location': `${randomUUID()}.${person}` }],
  ['in no form of ours', { 'last-location': 'a gym' }],
])('what a browser remembers of a location %s leads nobody away', async (_, cookies) => {
  browser.cookies = cookies;
  expect(await isTabElsewhere(testDesk.desk.db, person, [await open()])).toBe(false);
});

test('the cookie of the version before is a wish: no page can take it back', async () => {
  const [own, other] = [await open(), await open()];
  browser.cookies = { location: other.id };
  expect(await isTabElsewhere(testDesk.desk.db, person, [own])).toBe(false);
});

test('where a colleague of another gym worked last, nobody is led away who signs in after them', async () => {
  const [own, other] = [await open(), await open()];
  browser.cookies = { 'last-location': `${other.id}.${randomUUID()}` };
  expect(await isTabElsewhere(testDesk.desk.db, person, [own])).toBe(false);
});
