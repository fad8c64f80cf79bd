import { expect, test } from 'vitest';
import { isReloadDue } from './reload.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

test('a page is not reloaded by its own version of the desk', () => {
  expect(isReloadDue({ built: 'a', told: 'a', reloaded: null }, now)).toBe(false);
});

test('a page reloads for another version, newer or older', () => {
  expect(isReloadDue({ built: 'a', told: 'b', reloaded: null }, now)).toBe(true);
  expect(isReloadDue({ built: 'a', told: 'b', reloaded: { version: 'a', at: now - 1_000 } }, now)).toBe(true);
});

test('a page that comes back unchanged does not reload again for the same version', () => {
  const reloaded = { version: 'b', at: now };
  expect(isReloadDue({ built: 'a', told: 'b', reloaded }, now + 299_999)).toBe(false);
  expect(isReloadDue({ built: 'a', told: 'b', reloaded }, now + 300_000)).toBe(true);
});

test('a clock set back an hour does not delay the reload by that hour', () => {
  const reloaded = { version: 'b', at: now };
  expect(isReloadDue({ built: 'a', told: 'b', reloaded }, now - 3_600_000)).toBe(true);
});
