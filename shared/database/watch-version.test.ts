import { expect, onTestFinished, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import type { Readiness } from './readiness.ts';
import { watchVersion } from './watch-version.ts';

test('a program ends with one sentence once a later version has upgraded its database, and for no other reason', async () => {
  const states: Readiness[] = ['ready', 'databaseAway', 'notMigrated', 'ready'];
  let looks = 0;
  let hasEnded = false;
  let isUpgraded = false;
  const readReadiness = async () => (isUpgraded ? 'laterVersion' : (states[looks++ % states.length] ?? 'ready'));
  const { ended, stop } = watchVersion({ program: 'desk', readReadiness, everyMs: 1 });
  onTestFinished(stop);
  void ended.then(() => {
    hasEnded = true;
  });
  await until(() => expect(looks).toBeGreaterThan(states.length));
  expect(hasEnded).toBe(false);
  isUpgraded = true;
  expect(await ended).toMatch(/^A later Front Desk has upgraded the database of the desk, [^\n]*$/);
});
