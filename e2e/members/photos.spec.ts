import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { type Desk, expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pathHere } from '#e2e/base/path-here.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import type { Stack } from '#tools/testing/stack.ts';

// the trace recorder reads pictures of the page a second time, which the page's policy forbids
test.use({ allowedConsoleError: /Connecting to 'blob:/ });

const photoSection = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true });
const photo = (page: Page) => photoSection(page).getByRole('img', { name: 'Photo of this member' });
const dialog = (page: Page) => page.getByRole('dialog');
const confirmButton = (page: Page) => dialog(page).getByRole('button', { name: 'Use this photo' });

async function openMember(page: Page, desk: Desk, stack: Stack): Promise<string> {
  const { name } = desk.card('admitted');
  const text = `select account_id from chain_profiles where first_name || ' ' || last_name = $1`;
  const [found] = await queryDatabase<{ account_id: string }>(stack, 'platform', [{ text, values: [name] }]);
  if (!found) throw new Error(`The platform does not know ${name}.`);
  await page.goto(`/members/${found.account_id}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  return found.account_id;
}

const platformPictures = (stack: Stack) =>
  queryDatabase<{ content: Buffer }>(stack, 'platform', [{ text: 'select content from account_images' }]);

/** Whether the picture on the page is loaded, not its placeholder. */
const isLoaded = async (page: Page) =>
  expect.poll(() => photo(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

let accountId: string;
test.beforeEach(async ({ page, desk, stack }) => {
  await queryDatabase(stack, 'desk', [{ text: 'delete from photos' }]);
  await queryDatabase(stack, 'platform', [{ text: 'delete from account_images' }]);
  await signInAs(page.request, stack, 'reception');
  accountId = await openMember(page, desk, stack);
});

test('a missing photo is pointed out; a photo is taken with the camera, shown everywhere, and removed everywhere', async ({
  page,
  desk,
  stack,
}) => {
  const { value, name } = desk.card('admitted');
  const toCheckIn = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
    await desk.scan(page, value);
  };
  await queryDatabase(stack, 'desk', [{ text: 'update locations set expects_photos = true' }]);
  try {
    await toCheckIn();
    await expect(verdict(page, 'attention')).toContainText('No photo of this member yet');
    await verdict(page, 'attention').getByRole('link', { name: 'take a photo' }).click();
    await photoSection(page).getByRole('button', { name: 'Add photo' }).click();
    await expect(photoSection(page).getByText('No photo yet.')).toBeVisible();
  } finally {
    await queryDatabase(stack, 'desk', [{ text: 'update locations set expects_photos = false' }]);
  }
  await photoSection(page).getByRole('button', { name: 'Take a photo' }).click();
  await expect(dialog(page).getByLabel('What the camera sees')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Take the photo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await confirmButton(page).click();
  await expect(dialog(page)).toBeHidden();
  await isLoaded(page);
  expect(await platformPictures(stack)).toHaveLength(1);

  await toCheckIn();
  await expect(verdict(page, 'admitted').locator('img')).toHaveAttribute('src', new RegExp(accountId));
  const inTheGym = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: name });
  await expect(inTheGym.locator('img')).toHaveAttribute('src', new RegExp(accountId));

  await page.goto(`/members/${accountId}`);
  await photoSection(page).getByRole('button', { name: 'Change photo' }).click();
  await photoSection(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click();
  await expect(photoSection(page).getByText('No photo yet.')).toBeVisible();
  expect(await platformPictures(stack)).toEqual([]);
  expect((await page.request.get(await pathHere(page, `/api/desk/photos/${accountId}`))).status()).toBe(404);
});
