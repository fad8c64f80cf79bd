import type { Page } from '@playwright/test';
import { readSentVisits } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { abortPosts } from '#e2e/base/posts.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';

const lastNameOf = (name: string) => name.split(' ').at(-1) ?? name;
const region = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const earlier = (page: Page) => page.getByRole('region', { name: 'Earlier' });
const readerState = (page: Page) => page.getByRole('banner').getByRole('status');

// the browser's own error for an unreachable desk
test.use({
  allowedConsoleError: /ERR_CONNECTION|ERR_FAILED|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|50\d|EventSource/,
});

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a server that is gone: each scan has its own verdict card at once, a check-out waits too, and each is decided once when the server is back', async ({
  page,
  desk,
  stack,
}) => {
  const [former, first, second] = [desk.card('admitted'), desk.card('birthday'), desk.card('contractEndsSoon')];
  await desk.scan(page, former.value);
  await expect(verdict(page, 'admitted')).toContainText(former.name);
  await expect(readerState(page)).toContainText('Reader ready');
  const before = new Date();

  await stack.killDesk();
  let pressedBy: Date;
  try {
    // a link is not followed, and the page that receives scans stays
    await expect(readerState(page)).toHaveText('Scans wait in this browser');
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page.getByText('Front Desk’s server does not answer. Nothing is lost')).toBeVisible();
    await page.getByRole('button', { name: /^Check out/ }).click();
    await expect(verdict(page, 'unconfirmed')).toContainText('check-out saved in this browser');
    await expect(verdict(page, 'unconfirmed')).toContainText(former.name);
    await expect(page.getByRole('list', { name: 'Waiting scans' })).toContainText('Check-out');
    pressedBy = new Date();
    for (const card of [first, second]) {
      await desk.scan(page, card.value);
      await expect(region(page)).toContainText(displayCardNumber(card.value));
      await expect(region(page)).toHaveAttribute('data-verdict', 'unconfirmed');
      await expect(region(page)).toContainText('Front Desk’s server does not answer · scan saved in this browser');
      await expect(region(page)).toContainText('let in at your discretion');
      for (const { name: somebody } of [former, first, second]) {
        await expect(region(page)).not.toContainText(lastNameOf(somebody));
      }
    }
    await expect(earlier(page).getByRole('button', { name: displayCardNumber(first.value) })).toContainText(
      'does not answer',
    );
    await expect(readerState(page)).toHaveText('Scans wait in this browser');
    await expect(page.getByRole('list', { name: 'Waiting scans' }).getByRole('listitem')).toHaveCount(3);
  } finally {
    await stack.startDesk();
  }

  await expect(verdict(page, 'attention')).toContainText(second.name);
  await expect(earlier(page).getByRole('button', { name: first.name })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Waiting scans' })).toHaveCount(0);
  await expect(readerState(page)).toContainText('Reader ready');
  for (const card of [first, second]) {
    await expect.poll(() => readSentVisits(stack, lastNameOf(card.name), before)).toHaveLength(1);
  }
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(former.name)).toHaveCount(0);
  const checkOuts = async () =>
    (await readSentVisits(stack, lastNameOf(former.name), before)).filter(({ kind }) => /out/i.test(kind));
  await expect.poll(checkOuts).toHaveLength(1);
  // the clocks of browser and server are compared meanwhile, to some milliseconds; the server came back seconds later
  expect((await checkOuts())[0]?.at.getTime()).toBeLessThan(pressedBy.getTime() + 1_000);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});

test('a scan while another page loads slowly is decided all the same, and no earlier verdict is shown while the server accepts connections and does not answer; that scan counts once', async ({
  page,
  desk,
  stack,
}) => {
  const [former, card] = [desk.card('admitted'), desk.card('contractEnded')];
  const since = new Date();
  await desk.scan(page, former.value);
  await expect(verdict(page, 'admitted')).toContainText(former.name);
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/corporate-fitness/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Corporate fitness' }).click();
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText(card.name);
  arrived.resolve();
  await expect(page.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
  // unseen by the user who requested the page before
  await expect(verdict(page, 'attention')).toContainText(card.name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Check-in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  const [before, next] = [desk.card('birthday'), desk.card('contractEndsSoon')];
  await desk.scan(page, before.value);
  await expect(verdict(page, 'admitted')).toContainText(before.name);
  stack.freezeDesk();
  try {
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await desk.scan(page, next.value);
    await expect(region(page)).toHaveAttribute('data-verdict', 'unconfirmed');
    await expect(region(page)).toContainText(displayCardNumber(next.value));
    await expect(region(page)).not.toContainText(lastNameOf(before.name));
  } finally {
    stack.thawDesk();
  }
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(verdict(page, 'attention')).toContainText(next.name);
  await expect.poll(() => readSentVisits(stack, lastNameOf(next.name), since)).toHaveLength(1);
});

/** Damages all scans stored in this browser. @returns their number */
const damageKept = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('front-desk'));
    const taps = database.transaction('taps', 'readwrite').objectStore('taps');
    const rows: { sealed: ArrayBuffer }[] = await done(taps.getAll());
    for (const row of rows) await done(taps.put({ ...row, sealed: row.sealed.slice(0, 8) }));
    database.close();
    return rows.length;
  });

test('the notices about waiting scans are part of the page from the start, and on the desk’s own machine a reload asks nothing; a stored scan that is damaged is reported, does not block others, and stays until a user removes it', async ({
  page,
  desk,
  stack,
}) => {
  const [lost, card] = [desk.card('admitted'), desk.card('birthday')];
  const before = new Date();
  const isLoading = /\/(_next|api)\//;
  const told = page.getByText('1 scan saved in this browser can no longer be read').first();
  // nothing can be loaded any more
  await page.route(isLoading, (route) => route.abort());
  await desk.scan(page, lost.value);
  await expect(verdict(page, 'unconfirmed')).toContainText(displayCardNumber(lost.value));
  await expect(page.getByRole('list', { name: 'Waiting scans' })).toContainText(displayCardNumber(lost.value));
  await expect.poll(() => damageKept(page)).toBe(1);
  await desk.scan(page, card.value);
  await expect(verdict(page, 'unconfirmed')).toContainText(displayCardNumber(card.value));
  // shown before it is saved
  await expect(verdict(page, 'unconfirmed')).toContainText('scan saved in this browser');
  // on a busy machine, keys may arrive so late that an incomplete scan comes before it
  await expect(
    earlier(page)
      .getByRole('button', { name: displayCardNumber(lost.value) })
      .first(),
  ).toBeVisible();
  await abortPosts(page, 'taps');
  await page.unroute(isLoading);
  // unlike over plain HTTP from another machine, see `plain-http.spec.ts`
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await page.reload();
  await expect(told).toBeVisible();
  expect(asked).toEqual([]);
  await expect(page.getByText('Without HTTPS')).toHaveCount(0);
  const waiting = page.getByRole('list', { name: 'Waiting scans' });
  await expect(waiting.getByRole('listitem')).toHaveText([new RegExp(displayCardNumber(card.value))]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(waiting).toHaveCount(0);
  const visits = () => readSentVisits(stack, lastNameOf(card.name), before);
  await expect.poll(visits).toHaveLength(1);

  // beside another page too
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'At the counter' })).toContainText(
    'What is damaged is not sent',
  );
  await page.getByRole('button', { name: 'Remove from this browser' }).click();
  await expect(told).toHaveCount(0);
  await expect.poll(() => damageKept(page)).toBe(0);
});
