import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { pressInTime } from '#e2e/base/press-in-time.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Find a member' });
const rows = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('link');
const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

/** How many pictures the camera gives to a page. */
const countCameras = (page: Page) =>
  page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    const tracks = stream.getVideoTracks();
    for (const track of tracks) track.stop();
    return tracks.length;
  });

/** Opens the directory once all members have been read: the mirror needs a moment after the demo chain was created. */
async function openDirectory(page: Page) {
  await page.goto('/members');
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(50);
}

test('a member is found while typing and comes first once changed, Back restores earlier searches and filters, and the export has the filtered list', async ({
  page,
  stack,
  cards,
}) => {
  await signInAs(page.request, stack, 'manager');
  await openDirectory(page);
  const member = await pickMember(stack, cards, 22);
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(member.name.toLowerCase(), { delay: 20 });
  await expect(rows(page).first()).toContainText(member.name);
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
  // what only a manager sees, and what no other test opens on the real page
  const ofManagers = ['Roles in this gym', 'Stored data', 'End membership or erase data'];
  for (const name of [...ofManagers, 'Products', 'Visits', 'Message to the phone'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  // for photos; the headers of the desk allow it
  expect(await countCameras(page)).toBe(1);
  const person = page.getByRole('region', { name: 'Person and membership' });
  await person.getByRole('button', { name: 'Edit' }).click();
  await person.getByLabel('Phone', { exact: true }).fill('+49 89 12');
  const phone = page.getByRole('definition').filter({ hasText: '+49 89 12' });
  await pressInTime(page, () => person.getByRole('button', { name: 'Save' }).click(), phone);
  await page.getByRole('link', { name: 'All members' }).click();
  await expect(box(page)).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(box(page)).toHaveValue(member.name.toLowerCase());
  await expect(rows(page).first()).toContainText(member.name);

  // a link to the current page resets the list, sorted by the last change
  await link(page, 'Members').click();
  await expect(box(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText(member.name);
  // text typed after it is searched as usual
  await box(page).pressSequentially('vogt', { delay: 180 });
  await expect(page).toHaveURL(/q=vogt/);
  await expect(box(page)).toHaveValue('vogt');
  await box(page).press('Escape');
  await expect(rows(page)).toHaveCount(50);

  const count = page.getByRole('status').filter({ hasText: /members?$/ });
  const all = await count.textContent();
  await page.getByRole('combobox', { name: 'Contract', exact: true }).click();
  await page.getByRole('option', { name: 'Corporate' }).click();
  await expect(page).toHaveURL('/g/muenchen-west/members?type=CORPORATE_FITNESS');
  await expect(count).not.toHaveText(all ?? '');
  const corporate = await count.textContent();
  const noCard = page.getByRole('button', { name: 'No card scanned here yet' });
  await noCard.click();
  await expect(page).toHaveURL('/g/muenchen-west/members?type=CORPORATE_FITNESS&card=none');
  await page.goBack();
  await expect(noCard).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL('/g/muenchen-west/members?type=CORPORATE_FITNESS');
  await expect(count).toHaveText(corporate ?? '');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-members\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [heading, first, ...others] = text.trim().split('\r\n');
  expect(heading).toContain('Name,Membership id,Contract,Contract ends,Last visit');
  expect(first).toContain(',Corporate,');
  expect(corporate).toContain(`${others.length + 1} members`);

  // the URL restores filters and order
  await page.goto('/members?type=CORPORATE_FITNESS&card=none&sort=name');
  await expect(page.getByRole('combobox', { name: 'Sorted by' })).toHaveText('Name');
  await expect(noCard).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page).first()).toBeVisible();

  await page.goto('/visits?day=2026-01-05');
  const from = page.getByRole('textbox', { name: 'From', exact: true });
  await expect(from).toHaveValue('5 Jan 2026');
  await link(page, 'Visits').click();
  await expect(from).not.toHaveValue('5 Jan 2026');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveCount(0);
});
