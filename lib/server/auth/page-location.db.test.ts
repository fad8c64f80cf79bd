import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { hasLostLast, lastLocationId } from './page-location.ts';

vi.mock('next/headers', () => import('#lib/testing/browser.ts'));

const testDesk = setUpStartedDesk();
const person = randomUUID();
const open = async () => (await testDesk.openLocation()).location;
beforeEach(() => {
  browser.cookies = {};
});

test('an address without a gym is of the one whose page was in front last, else of what a version before kept', async () => {
  const [last, former] = [randomUUID(), randomUUID()];
  expect(await lastLocationId()).toBeUndefined();
  browser.cookies = { location: former };
  expect(await lastLocationId()).toBe(former);
  browser.cookies = { location: former, 'last-location': `${last}.${person}` };
  expect(await lastLocationId()).toBe(last);
});

test('nobody is led to another gym in place of one that was taken from them', async () => {
  const { db } = testDesk.desk;
  const [own, taken] = [await open(), await open()];
  expect(await hasLostLast(db, { staffId: person, own: [own] })).toBe(false);
  browser.cookies = { 'last-location': `${taken.id}.${person}` };
  expect(await hasLostLast(db, { staffId: person, own: [own] })).toBe(true);
  browser.cookies = { 'last-location': `${own.id}.${person}` };
  expect(await hasLostLast(db, { staffId: person, own: [own] })).toBe(false);
});

test.each([
  ['that is no more', { 'last-location': `${randomUUID()}.${person}` }],
  ['in no form of ours', { 'last-location': 'a gym' }],
])('what a browser remembers of a location %s leads nobody away', async (_, cookies) => {
  browser.cookies = cookies;
  expect(await hasLostLast(testDesk.desk.db, { staffId: person, own: [await open()] })).toBe(false);
});

test('the cookie of a version before is a wish: no page can take it back', async () => {
  const [own, other] = [await open(), await open()];
  browser.cookies = { location: other.id };
  expect(await hasLostLast(testDesk.desk.db, { staffId: person, own: [own] })).toBe(false);
});

test('where a colleague of another gym worked last, nobody is led away who signs in after them', async () => {
  const [own, other] = [await open(), await open()];
  browser.cookies = { 'last-location': `${other.id}.${randomUUID()}` };
  expect(await hasLostLast(testDesk.desk.db, { staffId: person, own: [own] })).toBe(false);
});
