import { afterEach, expect, test, vi } from 'vitest';
import { type DeskContext, leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { keepInBrowser } from './keep-in-browser.ts';

const kept = vi.hoisted((): unknown[][] => []);
vi.mock('next/headers', () => ({ cookies: async () => ({ set: (...cookie: unknown[]) => void kept.push(cookie) }) }));
afterEach(() => void kept.splice(0));

const openAt = (url: string) => {
  const desk = { url } as DeskContext; // safe because: nothing else of it is used
  leaveStartedDesk({ desk, stop: async () => {}, setUpLink: null });
};

test.each([
  ['https://desk.example.com', '__Host-locale', true],
  ['http://192.168.1.5:3000', 'locale', false],
])('the cookies of %s are named %s, and sent over HTTPS alone: %s', async (url, name, secure) => {
  openAt(url);
  await keepInBrowser('locale', 'de');
  const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 31_536_000, secure };
  expect(kept).toEqual([[name, 'de', options]]);
});
