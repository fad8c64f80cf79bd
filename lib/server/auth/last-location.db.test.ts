import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { browser } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { hasLostLast, lastLocationId } from './last-location.ts';

const testDesk = setUpStartedDesk();
const person = randomUUID();
const open = async () => (await testDesk.openLocation()).location;
const forgetCookies = () => {
  browser.cookies = {};
};
beforeEach(forgetCookies);
afterAll(forgetCookies);

test('an address without a gym leads to the gym used last, else to the one in the cookie of an earlier version', async () => {
  const [last, former] = [randomUUID(), randomUUID()];
  expect(await lastLocationId()).toBeUndefined();
  browser.cookies = { location: former };
  expect(await lastLocationId()).toBe(former);
  browser.cookies = { location: former, 'last-location': `${last}.${person}` };
  expect(await lastLocationId()).toBe(last);
});

test('a person whose last gym was taken away is not led to another gym', async () => {
  const { db } = testDesk.desk;
  const [own, taken] = [await open(), await open()];
  expect(await hasLostLast(db, { staffId: person, own: [own] })).toBe(false);
  browser.cookies = { 'last-location': `${taken.id}.${person}` };
  expect(await hasLostLast(db, { staffId: person, own: [own] })).toBe(true);
  browser.cookies = { 'last-location': `${own.id}.${person}` };
  expect(await hasLostLast(db, { staffId: person, own: [own] })).toBe(false);
});

test.each([
  ['that does not exist', { 'last-location': `${randomUUID()}.${person}` }],
  ['in a malformed cookie', { 'last-location': 'a gym' }],
])('a remembered location %s does not count as taken away', async (_, cookies) => {
  browser.cookies = cookies;
  expect(await hasLostLast(testDesk.desk.db, { staffId: person, own: [await open()] })).toBe(false);
});

test('the cookie of an earlier version, which no page can delete, is only a preference', async () => {
  const [own, other] = [await open(), await open()];
  browser.cookies = { location: other.id };
  expect(await hasLostLast(testDesk.desk.db, { staffId: person, own: [own] })).toBe(false);
});

test('a last gym of another person does not count as taken away', async () => {
  const [own, other] = [await open(), await open()];
  browser.cookies = { 'last-location': `${other.id}.${randomUUID()}` };
  expect(await hasLostLast(testDesk.desk.db, { staffId: person, own: [own] })).toBe(false);
});
