import { afterEach, beforeAll, expect, test } from 'vitest';
import { clockOf } from '#platform/services/sandbox/clock/clock-of.ts';
import { openBrowser } from '#platform/testing/console.ts';
import { openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { askSandbox } from '#platform/testing/sandbox.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';

const platform = startTestPlatform();

let app: typeof platform.app;
let queued = 0;
beforeAll(() => {
  const queueAnalytics = async () => {
    queued += 1;
  };
  app = openSandboxProcess(platform, { queueAnalytics, clock: clockOf(platform.sandbox) });
});
afterEach(async () => {
  expect((await askSandbox({ app }, '/clock', { method: 'DELETE' })).status).toBe(200);
});

const open = (language = 'en') => openBrowser(app, { 'accept-language': language });
const readClock = async (of = '') => (await askSandbox({ app }, `${of}/clock`)).json();
const createGym = async (): Promise<{ gymId: string; chainId: string }> =>
  (await askSandbox({ app }, '/gyms', { method: 'POST', body: { name: 'Timed', timeZone: 'Asia/Tokyo' } })).json();

test('the clock is moved on, stopped, let go on, and set back to the real time', async () => {
  const browser = open();
  const path = '/sandbox/pages/clock';
  const move = async (fields: Record<string, string>) => expect((await browser.post(path, fields)).location).toBe(path);
  expect((await browser.get(path)).page).toContain('Real time');
  await move({ advanceMs: String(dayMs), isFrozen: '' });
  expect(await readClock()).toMatchObject({ isFrozen: false, offsetMs: dayMs });
  expect((await browser.get(path)).page).toContain('Moved');
  await move({ isFrozen: 'yes' });
  const { now } = await readClock();
  expect((await browser.get(path)).page).toContain('Stands still');
  await move({ advanceMs: String(hourMs), isFrozen: 'yes' });
  expect(await readClock()).toMatchObject({ isFrozen: true, now: new Date(Date.parse(now) + hourMs).toISOString() });
  await move({ isFrozen: '' });
  expect((await readClock()).isFrozen).toBe(false);
  expect(queued).toBe(4);
  expect((await browser.post(`${path}/reset`)).location).toBe(path);
  expect(await readClock()).toMatchObject({ isFrozen: false, offsetMs: 0 });
});

test('a time is set in the zone of the gym, for this gym alone, which follows the platform again', async () => {
  const { gymId } = await createGym();
  const browser = open();
  const path = `/sandbox/pages/gyms/${gymId}`;
  expect((await browser.get('/sandbox/pages/gyms')).page).toContain(`href="${path}"`);
  expect((await browser.get(path)).page).toContain('Follows the clock of the platform');
  const set = await browser.post(`${path}/clock`, { now: '2027-03-01T09:00:05', isFrozen: 'yes' });
  expect(set.location).toBe(path);
  expect(await readClock(`/gyms/${gymId}`)).toMatchObject({ now: '2027-03-01T00:00:05.000Z', isFrozen: true });
  expect(await readClock()).toMatchObject({ isFrozen: false, offsetMs: 0 });
  const { page } = await browser.get(path);
  expect(page).toContain('value="2027-03-01T09:00:05"');
  expect(page).toContain('Date and time (Asia/Tokyo)');
  await browser.post(`${path}/clock/reset`);
  expect((await browser.get(path)).page).toContain('Follows the clock of the platform');
});

test.each(['2090-01-01T00:00', 'soon'])('the time %s is refused, and stays typed', async (now) => {
  const { status, page } = await open().post('/sandbox/pages/clock', { now });
  expect(status).toBe(422);
  expect(page).toContain('This is no time within 5 years from now.');
  expect(page).toContain(`value="${now}"`);
  expect(await readClock()).toMatchObject({ offsetMs: 0 });
});

test('training is invented for a period of a gym, and a wrong period is refused with its field', async () => {
  const { gymId, chainId } = await createGym();
  const browser = open('de');
  const path = `/sandbox/pages/gyms/${gymId}`;
  const invent = (until: string, days = '10') =>
    browser.post(`${path}/training`, { members: '12', days, until, seed: '1' });
  const { location } = await invent('2026-11-19');
  const [, count = ''] = /^.+\?trained=(\d+)$/.exec(location ?? '') ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  expect((await browser.get(location ?? '')).page).toContain('Trainingseinträge in diesem Zeitraum: ');
  const [row] = await platform.rows<{ first: string; last: string }>(
    `SELECT min(occurred_at)::date::text AS first, max(occurred_at)::date::text AS last
     FROM strength_workouts WHERE chain_id = $1`,
    [chainId],
  );
  expect([row && row.first >= '2026-11-09', row && row.last <= '2026-11-19']).toEqual([true, true]);
  const wrong = await invent('2026-11-19', '4000');
  expect([wrong.status, wrong.page.includes('days: '), wrong.page.includes('value="4000"')]).toEqual([422, true, true]);
});

test('there is no page of a gym that was not created here', async () => {
  const { gymId } = await platform.newGym();
  const browser = open();
  for (const path of [`/sandbox/pages/gyms/${gymId}`, '/sandbox/pages/gyms/none']) {
    expect((await browser.get(path)).status).toBe(404);
    for (const action of ['clock', 'clock/reset', 'training']) {
      expect((await browser.post(`${path}/${action}`, { advanceMs: '1' })).status).toBe(404);
    }
  }
});
