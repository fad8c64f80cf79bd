import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { introductionDue } from '#app/_testing/floor.tsx';
import { atNextPress } from '#components/testing/browser/at-next-press.ts';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { FloorMember, FloorView } from '#lib/wire/tasks.ts';
import { FloorScreen } from './floor-screen.tsx';

const today = '2026-11-25';
const memberNamed = (displayName: string, since: string): FloorMember => ({
  accountId: displayName,
  displayName,
  initials: 'XY',
  membershipType: 'PREMIUM',
  photoUrl: null,
  since,
  source: 'desk',
  openTasks: 1,
  tasks: [introductionDue(today, displayName)],
});
const floorOf = (...members: FloorMember[]): FloorView => ({
  isLinked: true,
  today,
  asOf: '2026-11-25T08:41:00Z',
  staleBecause: null,
  members,
});

const openFloor = () =>
  openScreen(
    <FloorScreen
      place={{ locationId: here, staffId: ana.id }}
      person="Jonas Brandt"
      timeZone="Europe/Berlin"
      mayRecord
      version="1"
    />,
    { path: '/floor', hasMain: true },
  );

test('a card that fails to render leaves the other members, and comes back on retry', async () => {
  const mira = memberNamed('Mira Sommer', '2026-11-25T08:00:00Z');
  const desk = startFakeDesk({
    '/api/desk/floor': floorOf(mira, memberNamed('Lena Vogt', '-')),
    '/api/clock': () => ({ now: Date.now() }),
  });
  await openFloor();
  const broken = page.getByRole('region', { name: 'Lena Vogt' });
  await expect.element(broken.getByRole('alert')).toHaveTextContent('This section cannot be shown.');
  await expect.element(page.getByRole('button', { name: 'Mira Sommer' })).toBeVisible();
  await expectAccessible();

  desk.answer({ '/api/desk/floor': floorOf(mira, memberNamed('Lena Vogt', mira.since)) });
  desk.emit('presence');
  await expect.poll(() => desk.requests.filter(({ path }) => path === '/api/desk/floor').length).toBeGreaterThan(1);
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Lena Vogt' })).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('RangeError');
});

test('a notice of the desk that fails to render leaves the changes that wait in this browser, with their retry', async () => {
  const mira = memberNamed('Mira Sommer', '2026-11-25T08:00:00Z');
  const desk = startFakeDesk({
    '/api/desk/floor': { ...floorOf(mira), asOf: '-', staleBecause: 'platform' },
    '/api/desk/tasks': () => Promise.reject(new TypeError('Failed to fetch')),
    '/api/clock': () => ({ now: Date.now() }),
  });
  await openFloor();
  const broken = page.getByRole('region', { name: 'Notices' });
  await expect.element(broken.getByRole('alert')).toHaveTextContent('This section cannot be shown.');
  await page.getByRole('button', { name: 'Done' }).click();
  const retry = page.getByRole('button', { name: 'Try now' });
  await expect.element(retry).toBeVisible();
  atNextPress(() => desk.answer({ '/api/desk/tasks': { ok: true, value: { kind: 'recorded' } } }));
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
  await expect.element(broken.getByRole('alert')).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('RangeError');
});
