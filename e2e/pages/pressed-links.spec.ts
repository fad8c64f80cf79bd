import { expect, test } from '#e2e/base/fixtures.ts';

test('a link of the header is prefetched once it is pointed at, and, pressed, shows that it is pending until its page has loaded, as in the menu of a phone', async ({
  page,
  desk,
}) => {
  const prefetched = new Set<string>();
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) prefetched.add(new URL(request.url()).pathname);
  });
  await desk.signIn(page);
  await page.getByRole('link', { name: 'Visits' }).hover();
  await expect.poll(() => [...prefetched]).toEqual(['/g/muenchen-west/visits']);
  const isAsked: string[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route(/\/(visits|members)\?_rsc/, async (route) => {
    isAsked.push(new URL(route.request().url()).pathname);
    await answer.promise;
    await route.continue();
  });
  const sign = (within: string) => page.locator(within).locator('[data-coming]');
  await page.getByRole('link', { name: 'Visits' }).click();
  await expect(sign('nav a[href="/g/muenchen-west/visits"]')).toBeVisible();
  await expect(sign('nav a[href="/g/muenchen-west/members"]')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('banner').getByRole('button', { name: 'Pages' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).press('Enter');
  await expect(sign('header button')).toBeVisible();
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.locator('[data-coming]')).toHaveCount(0);
  expect(isAsked).toContain('/g/muenchen-west/members');
});
