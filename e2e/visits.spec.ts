import { queryDatabase, readPlatformVisits } from './databases.ts';
import { expect, test, verdict } from './fixtures.ts';

const lastNameOf = (name: string) => name.split(' ').at(-1) ?? name;

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a scan reaches the platform once, with the time of the scan, when its undo time is over', async ({
  page,
  desk,
  stack,
}) => {
  test.slow();
  const card = desk.card('admitted');
  const before = new Date();
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  const after = new Date();

  await expect
    .poll(() => readPlatformVisits(stack, lastNameOf(card.name), before), { timeout: 30_000 })
    .toHaveLength(1);
  const [visit] = await readPlatformVisits(stack, lastNameOf(card.name), before);
  expect(visit?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime());
});

test('a second scan soon after is ignored with a note', async ({ page, desk }) => {
  const card = desk.card('walletPass');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText('not counted twice');
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toHaveCount(1);
});

test('a member of another gym is told by its name; undo takes the visit back, and the platform never hears of it', async ({
  page,
  desk,
  stack,
}) => {
  test.slow();
  const card = desk.card('otherGym');
  const before = new Date();
  // both gyms of the demo have told who their own members are
  const unread = { text: 'select from directory_syncs where homes_read_at is null' };
  await expect.poll(() => queryDatabase(stack, 'desk', [unread]), { timeout: 60_000 }).toEqual([]);
  await desk.scan(page, card.value);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('home gym: ');
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Undone');
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toHaveCount(0);

  // another visit that comes later has arrived: the undone one would have been there by then
  const other = desk.card('prospect');
  await desk.scan(page, other.value);
  await expect
    .poll(() => readPlatformVisits(stack, lastNameOf(other.name), before), { timeout: 30_000 })
    .toHaveLength(1);
  expect(await readPlatformVisits(stack, lastNameOf(card.name), before)).toEqual([]);
});

test('check-out takes a member off the list', async ({ page, desk }) => {
  const card = desk.card('birthday');
  await desk.scan(page, card.value);
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
  await page.getByRole('button', { name: /^Check out/ }).click();
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toHaveCount(0);
});

test('a whole visit needs no mouse', async ({ page, desk }) => {
  const card = desk.card('contractEnded');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText(card.name);
  await page.keyboard.press('Alt+r');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Undone');
});

test('a scan while text is being typed leaves the text and is not taken for it', async ({ page, desk }) => {
  const box = page.getByRole('searchbox', { name: 'Scan or search' });
  await box.pressSequentially('anna', { delay: 180 });
  await page.waitForTimeout(300);
  const card = desk.card('contractEndsSoon');
  await desk.scan(page, card.value);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(card.name);
  await expect(box).toHaveValue('anna');
});

test('two windows see each other’s check-ins without a reload', async ({ page, desk, context }) => {
  const other = await context.newPage();
  await other.goto(page.url());
  const list = other.getByRole('list', { name: 'In the gym' });
  await expect(list).toBeVisible();
  const card = desk.card('firstAdmission');
  await expect(list.getByText(card.name)).toHaveCount(0);
  await desk.scan(page, card.value);
  await expect(list.getByText(card.name)).toBeVisible();
});
