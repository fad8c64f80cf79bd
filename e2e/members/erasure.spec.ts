import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { connectOtherSoftware } from '#e2e/base/other-software.ts';
import { pathHere } from '#e2e/base/path-here.ts';
import { pressInTime } from '#e2e/base/press-in-time.ts';
import { pressShortcut } from '#e2e/base/press-shortcut.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** Tables of all schemas of the desk that contain one of the texts. */
async function tablesWith(stack: Stack, texts: readonly string[]): Promise<string[]> {
  const search = `format('select 1 as found from %I.%I t where t::text ilike any (%L)', table_schema, table_name, $1::text[])`;
  const text = `select table_schema || '.' || table_name as name
                  from information_schema.tables
                 where table_schema not in ('pg_catalog', 'information_schema')
                   and query_to_xml(${search}, true, false, '')::text like '%<found>%'`;
  const values = [texts.map((part) => `%${part}%`)];
  const rows = await queryDatabase<{ name: string }>(stack, 'desk', [{ text, values }]);
  return rows.map(({ name }) => name).sort();
}

// an open page refetches once after the erasure; reads that a test withholds
test.use({ allowedConsoleError: /404|ERR_FAILED/ });

const noLongerHere = (page: Page) => page.getByRole('heading', { name: 'This member is no longer here' });

test('Back to a member who was erased here says that they are no longer here', async ({ page, desk, stack }) => {
  await desk.signIn(page, 'manager');
  const office = await connectOtherSoftware(stack, page);
  await expect.poll(office.listWebhooks).not.toEqual([]);
  const lastName = `Kanarienvogel${randomUUID().replaceAll('-', '')}`;
  await office.checkIn(await office.enrol({ firstName: 'Mara', lastName }));
  await page.getByRole('list', { name: 'In the gym' }).getByRole('button', { name: lastName }).click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(lastName);
  await pressShortcut('p', page.getByRole('link', { name: 'Open profile' }));
  await expect(page.getByRole('heading', { name: lastName, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Erase this person' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(`Mara ${lastName}`);
  // otherwise another read of the profile could say it, after the name was shown once more
  await page.route(/\/api\/desk\/members\//, (route) => route.abort());
  const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase for good' });
  await pressInTime(page, () => erase.click(), page.getByRole('heading', { name: 'Members', level: 1 }));
  await page.goBack();
  // pressed, it remains until the answer is there
  const again = page.getByRole('button', { name: 'Try again' }).and(page.locator(':not([aria-disabled=true])'));
  // a busy platform may not have answered in time, and the page offers to try again
  await untilFound('answer in time about who was erased', async () => {
    await expect(noLongerHere(page).or(again)).toBeVisible();
    if (await noLongerHere(page).isVisible()) return true;
    const answered = page.waitForResponse((response) => response.request().headers().rsc === '1');
    await again.click();
    await answered;
    return undefined;
  });
  await expect(page.getByText(lastName)).toHaveCount(0);
});

test('a member who enters through the turnstile is in the presence list without a reload, until they leave; erased by the platform, they disappear from all screens at once, and the desk keeps no data of them', async ({
  page,
  context,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const office = await connectOtherSoftware(stack, page);
  // the desk hears of visits elsewhere from when it has registered its webhook
  await expect.poll(office.listWebhooks).not.toEqual([]);
  const lastName = `Kanarienvogel${randomUUID().replaceAll('-', '')}`;
  const accountId = await office.enrol({ firstName: 'Mara', lastName });
  const entry = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: lastName });
  await expect(entry).toHaveCount(0);
  // a delivery that a busy desk did not answer in time is retried some seconds later
  await office.checkIn(accountId);
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(`Mara ${lastName}`);
  await office.checkOut(accountId);
  await expect(entry).toHaveCount(0);
  await office.checkIn(accountId);
  await expect(entry).toHaveCount(1);
  await entry.getByRole('button').click();
  const shown = page.getByRole('region', { name: 'Verdict' });
  await expect(shown).toContainText(lastName);
  const found = async () => (await page.request.get(await pathHere(page, '/api/desk/members', { q: lastName }))).json();
  expect(await found()).toMatchObject({ matches: [{ accountId }], total: 1 });
  expect(await tablesWith(stack, [lastName, accountId])).toEqual(['public.elsewhere_events', 'public.members']);

  const profile = await context.newPage();
  await profile.goto(`/members/${accountId}`);
  await expect(profile.getByRole('heading', { name: lastName, level: 1 })).toBeVisible();
  // the browser's history keeps it
  await expect(profile).toHaveTitle(/^Member\b/);

  await office.erase(accountId);
  await expect(noLongerHere(profile)).toBeVisible();
  await expect(profile.getByText(lastName)).toHaveCount(0);
  await expectAccessible(profile);
  await expect(async () => {
    await profile.reload();
    // a busy platform may not have answered in time, and the page offers to try again
    await expect(noLongerHere(profile).or(profile.getByRole('button', { name: 'Try again' }))).toBeVisible();
    expect(await noLongerHere(profile).isVisible()).toBe(true);
  }).toPass();
  await profile.close();
  await expect(entry).toHaveCount(0);
  await expect(shown).not.toContainText(lastName);
  await expect.poll(() => tablesWith(stack, [lastName, accountId])).toEqual([]);
  expect(await found()).toMatchObject({ matches: [], total: 0 });
});
