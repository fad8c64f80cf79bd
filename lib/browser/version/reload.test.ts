import { expect, test } from 'vitest';
import { isReloadDue } from './reload.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

test('a page stays while the desk is the one that made it', () => {
  expect(isReloadDue({ built: 'a', told: 'a', reloaded: null }, now)).toBe(false);
});

test('a page reloads for another version, newer or older', () => {
  expect(isReloadDue({ built: 'a', told: 'b', reloaded: null }, now)).toBe(true);
  expect(isReloadDue({ built: 'a', told: 'b', reloaded: { version: 'a', at: now - 1_000 } }, now)).toBe(true);
});

test('a page that came back the same does not reload for the same version again and again', () => {
  const reloaded = { version: 'b', at: now };
  expect(isReloadDue({ built: 'a', told: 'b', reloaded }, now + 299_999)).toBe(false);
  expect(isReloadDue({ built: 'a', told: 'b', reloaded }, now + 300_000)).toBe(true);
});

test('a clock that was set back an hour does not have the page wait for that hour', () => {
  const reloaded = { version: 'b', at: now };
  expect(isReloadDue({ built: 'a', told: 'b', reloaded }, now - 3_600_000)).toBe(true);
});
