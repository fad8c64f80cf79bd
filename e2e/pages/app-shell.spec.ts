import type { Page } from '@playwright/test';
import { queryDatabase, readSentVisits } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { dropWithinMs } from '#lib/browser/queries/session-requests.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';

// the browser's own error for an unreachable desk
test.use({
  serviceWorkers: 'allow',
  allowedConsoleError:
    /ERR_CONNECTION|ERR_FAILED|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|40\d|50\d|EventSource/,
});

const away = 'Front Desk’s server does not answer';
const notice = (page: Page) => page.getByRole('region', { name: away });
/** Looks like a build's, so that later tests of this stack do not need the former desk. */
const anotherBuild = 'fedcba9';
const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting scans' }).getByRole('listitem');
const lastNameOf = (name: string) => name.split(' ').at(-1) ?? name;

/**
 * What the browser stores of the desk: the names of the caches, the URLs in them, and all contents if these are wanted,
 * some megabytes; the number of stored places; and the number of active workers. It is read under the lock of what stores
 * and removes the shell: opening a cache that has just been removed would create it again.
 */
const readCaches = (page: Page, wants: 'contents' | 'URLs' = 'URLs') =>
  page.evaluate((wanted) => {
    const read = async () => {
      const names = await caches.keys();
      const answers = await Promise.all(
        names.map(async (name) => {
          const cache = await caches.open(name);
          const requests = await cache.keys();
          return Promise.all(
            requests.map(async (request) => {
              const path = new URL(request.url).pathname;
              if (wanted === 'URLs') return { path, text: '' };
              const answer = await cache.match(request, { ignoreVary: true });
              const headers = JSON.stringify([...(answer?.headers ?? [])]);
              return { path, text: headers + (await answer?.text()) };
            }),
          );
        }),
      );
      const databases = await indexedDB.databases();
      const places = await new Promise<number>((resolve, reject) => {
        if (!databases.some(({ name }) => name === 'front-desk-place')) return resolve(0);
        const opening = indexedDB.open('front-desk-place');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('places').objectStore('places').count();
          counting.onsuccess = () => resolve(counting.result);
          counting.onerror = () => reject(counting.error);
          opening.result.close();
        };
      });
      const workers = await navigator.serviceWorker.getRegistrations();
      return { names, files: answers.flat(), places, workers: workers.filter(({ active }) => active).length };
    };
    return navigator.locks.request('front-desk shell', read);
  }, wants);

/** The page also opens by itself, some seconds after the desk has answered again. */
const openPageNow = (page: Page) =>
  Promise.race([
    page.getByRole('button', { name: 'Open the page now' }).click(),
    page.getByRole('navigation', { name: 'Pages' }).waitFor(),
  ]);

/** The shell is stored a moment after the page has loaded. */
async function untilKept(page: Page, { version = '' } = {}) {
  // the page may reload meanwhile, which aborts the evaluation
  await expect(async () => {
    const { names, files, places, workers } = await readCaches(page);
    const isKept = files.some(({ path }) => path === '/away');
    expect([workers, places, names.length, names[0]?.includes(version), isKept]).toEqual([1, 1, 1, true, true]);
  }).toPass();
}

/** Whether the lazy chunks that the page has loaded, two seconds after it was opened and later, are stored. */
const areLatePartsKept = (page: Page) =>
  page.evaluate(async () => {
    const parts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType, startTime }) => initiatorType === 'script' && startTime > 2_000)
      .map(({ name }) => name)
      .filter((name) => name.includes('/_next/static/'));
    const kept = await Promise.all(parts.map((part) => caches.match(part, { ignoreVary: true })));
    return parts.length > 0 && kept.every(Boolean);
  });

test('a page reloaded while the desk is unreachable is a counter without names that accepts scans, and delivers each once, with its time; another version of the desk replaces it', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const [former, card] = [desk.card('admitted'), desk.card('birthday')];
  await desk.scan(page, former.value);
  await expect(verdict(page, 'admitted')).toContainText(former.name);
  await untilKept(page);
  // including chunks that load later
  await expect.poll(() => areLatePartsKept(page)).toBe(true);
  const { files } = await readCaches(page, 'contents');
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter(({ path }) => path !== '/away' && !path.startsWith('/_next/static/'))).toEqual([]);
  const people = await queryDatabase<{ name: string }>(stack, 'desk', [
    {
      text: `select name from staff where name like '% %' union select name from locations
             union select first_name || ' ' || last_name from members where last_name is not null`,
    },
  ]);
  expect(people.length).toBeGreaterThan(20);
  // control: contents were read
  expect(files.every(({ text }) => text.length > 100)).toBe(true);
  const told = people.filter(({ name }) => files.some(({ text }) => text.includes(name)));
  expect(told).toEqual([]);
  // control: the page itself contains the name of the user
  expect(people.some(({ name }) => name === 'Ana Keller')).toBe(true);
  expect(await (await page.request.get('/')).text()).toContain('Ana Keller');

  const before = new Date();
  await stack.killDesk();
  await page.reload();
  await expect(notice(page)).toContainText('Nobody can be confirmed for now');
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await expect(page.getByText(former.name)).toHaveCount(0);
  await expect(page.getByText('Nothing scanned yet.')).toHaveCount(0); // something was scanned, which the shell does not know
  await desk.scan(page, card.value);
  await expect(verdict(page, 'unconfirmed')).toContainText(displayCardNumber(card.value));
  await expect(verdict(page, 'unconfirmed')).toContainText('let in at your discretion');
  const scannedBy = new Date();
  await expect(waiting(page)).toHaveText([new RegExp(displayCardNumber(card.value))]);
  await expectAccessible(page);
  // another page, typed or bookmarked, is the counter as well
  await page.goto('/members');
  await expect(waiting(page)).toHaveText([new RegExp(displayCardNumber(card.value))]);
  await expect(page.getByText(away).first()).toBeVisible();

  await stack.startDesk({ DESK_VERSION: anotherBuild });
  await expect(waiting(page)).toHaveCount(0);
  await openPageNow(page);
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  const visits = () => readSentVisits(stack, lastNameOf(card.name), before);
  await expect.poll(visits).toHaveLength(1);
  // the clocks of browser and server are compared meanwhile, to some milliseconds; the server came back seconds later
  expect((await visits())[0]?.at.getTime()).toBeLessThan(scannedBy.getTime() + 1_000);
  await untilKept(page, { version: anotherBuild });
});

test('a browser that could not store the shell at first, or stores nothing, says so; once it is stored, pages are loaded through the worker while the desk is reachable', async ({
  page,
  desk,
  context,
}) => {
  const note = (on: Page) => on.getByText('this browser has not stored it yet');
  const other = await context.newPage();
  await other.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await desk.signIn(other);
  await expect(note(other)).toBeVisible();
  await other.close();

  let isRefused = true;
  await page.route('**/away', (route) => (isRefused ? route.abort() : route.continue()));
  await desk.signIn(page);
  await expect(note(page)).toBeVisible();
  isRefused = false;
  await untilKept(page);
  await expect(note(page)).toHaveCount(0);

  const answer = await page.goto('/members');
  expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  // files that are not stored come from the desk
  const asked = page.evaluate(async () => [
    (await fetch('/icon-192.png')).status,
    (await fetch('/_next/static/no')).status,
  ]);
  expect(await asked).toEqual([200, 404]);
});

test('after a sign-out no shell is stored, and the next user finds no data of the previous one', async ({
  page,
  context,
  desk,
  stack,
}) => {
  const card = desk.card('birthday');
  const before = new Date();
  await desk.signIn(page);
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await desk.scan(page, card.value);
  await expect(waiting(page)).toHaveCount(1);
  // the user signs out everywhere, at another screen
  const ended = { text: 'update staff_sessions set expires_at = now()' };
  await queryDatabase(stack, 'desk', [ended]);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const nothing = { names: [], files: [], places: 0, workers: 0 };
  await expect.poll(() => readCaches(page)).toEqual(nothing);

  await desk.signIn(page, 'manager');
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await desk.scan(page, desk.card('prospect').value);
  await expect(waiting(page)).toHaveText([new RegExp(displayCardNumber(desk.card('prospect').value))]);
  await expect(page.getByText(card.value)).toHaveCount(0);
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await openPageNow(page);
  await untilKept(page);
  // before the sign-in page, which drops it too: that page may never load
  await page.route('**/api/auth/signout', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Mira Sommer' }).click();
  // however slow the machine is, the page waits until the shell is removed
  await page.evaluate((heldMs) => {
    const { setTimeout } = window;
    const start = (run: () => void, ms?: number) => (ms === heldMs ? 0 : setTimeout(run, ms));
    window.setTimeout = start as typeof setTimeout; // safe because: no code of the page passes arguments for `run`
  }, dropWithinMs);
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mira Sommer' })).toHaveCount(0);
  await context.setOffline(false);
  await page.goto('/robots.txt');
  expect(await readCaches(page)).toEqual(nothing);

  // the scans of the first user waited for them
  await desk.signIn(page);
  const visits = () => readSentVisits(stack, lastNameOf(card.name), before);
  await expect.poll(visits).toHaveLength(1);
});

test('the training floor, reloaded while the desk is unreachable, shows the waiting changes, and no members', async ({
  page,
  context,
  desk,
  stack,
}) => {
  await desk.signIn(page, 'trainer');
  await untilKept(page);
  const list = page.getByRole('list', { name: 'Members in the gym' });
  const name = await list.locator('> li [id$="-name"]').first().innerText();
  await context.setOffline(true);
  await list.getByRole('button', { name: 'Done', exact: true }).first().click();
  await expect(page.getByText('1 change waits on this device').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem')).toHaveText([/Task done/]);
  await expect(page.getByText(name)).toHaveCount(0);
  await expectAccessible(page);
  await context.setOffline(false);
  // automatically
  await expect(list).toBeVisible();
  const done = { text: `select 1 from task_changes where kind = 'complete'` };
  expect(await queryDatabase(stack, 'desk', [done])).toHaveLength(1);
});
