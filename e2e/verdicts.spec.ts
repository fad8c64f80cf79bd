import type { Page } from '@playwright/test';
import { localeCookie, locales } from '#lib/i18n/locale.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { openMember } from './open-member.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a member is admitted, and is in the gym', async ({ page, desk }) => {
  const card = desk.card('admitted');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
});

for (const [shows, reason] of [
  ['contractEndsSoon', 'Contract ends in 9 days'],
  ['contractEnded', 'Contract ended'],
  ['prospect', 'Prospect'],
] as const) {
  test(`attention: ${shows}`, async ({ page, desk }) => {
    const card = desk.card(shows);
    await desk.scan(page, card.value);
    await expect(verdict(page, 'attention')).toContainText(card.name);
    await expect(verdict(page, 'attention')).toContainText(reason);
  });
}

for (const [shows, reason] of [
  ['corporateMembershipEnded', /ended/],
  ['corporateMembershipNotStarted', /starts/],
  ['noGuestProgramme', /guest/],
] as const) {
  test(`refused: ${shows} says why and records no visit`, async ({ page, desk }) => {
    const card = desk.card(shows);
    await desk.scan(page, card.value);
    await expect(verdict(page, 'refused')).toContainText(card.name);
    await expect(verdict(page, 'refused')).toContainText(reason);
    await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toHaveCount(0);
  });
}

test('refused: a club outside the corporate network', async ({ page, desk }) => {
  const card = desk.card('firstAdmission');
  await page.getByRole('button', { name: /München West/ }).click();
  await page.getByRole('menuitemradio', { name: 'München Ost' }).click();
  await expect(page.getByRole('button', { name: /München Ost/ })).toBeVisible();
  await desk.scan(page, card.value);
  await expect(verdict(page, 'refused')).toContainText('not in the');
});

test('a corporate member is admitted first, and greeted at the first admission', async ({ page, desk }) => {
  const card = desk.card('firstAdmission');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText('First admission');
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
});

test('unknown: an unknown card shows what was read and the next steps', async ({ page, desk }) => {
  await desk.scan(page, desk.card('cardUnknown').value);
  await expect(verdict(page, 'unknown')).toContainText('0x');
  await expect(verdict(page, 'unknown')).toContainText('not known');
});

test('members are found by wallet pass, e-mail and membership id too', async ({ page, desk }) => {
  const pass = desk.card('walletPass');
  await desk.scan(page, pass.value);
  await expect(verdict(page, 'admitted')).toContainText(pass.name);

  const box = page.getByRole('searchbox', { name: 'Scan or search' });
  await box.pressSequentially('M-10442', { delay: 130 });
  await box.press('Enter');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('M-10442');
});

test('a keyboard layout that turns digits into symbols is named', async ({ page, desk }) => {
  await desk.scan(page, 'à\'"é(§è!çà');
  await expect(verdict(page, 'unknown')).toContainText('keyboard');
});

test('earlier verdicts are a click away', async ({ page, desk }) => {
  const first = desk.card('otherGym');
  await desk.scan(page, first.value);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(first.name);
  await desk.scan(page, desk.card('cardUnknown').value);
  await expect(verdict(page, 'unknown')).toBeVisible();
  await page
    .getByRole('region', { name: 'Earlier' })
    .getByRole('button', { name: new RegExp(first.name) })
    .click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(first.name);
});

test('a known card shows its member at once, not yet confirmed, and is confirmed in its place', async ({
  page,
  desk,
}) => {
  const card = desk.card('contractEndsSoon');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText(card.name);
  // held for as long as the test looks, and no longer than a page waits for it
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/api/desk/taps', async (route) => {
    const response = await route.fetch();
    await isSeen.promise;
    await route.fulfill({ response });
  });
  await desk.scan(page, card.value);
  const region = page.getByRole('region', { name: 'Verdict' });
  const glance = verdict(page, 'unconfirmed').and(page.locator('[aria-busy="true"]'));
  await expect(glance).toContainText('Confirming');
  await expect(glance).toContainText(card.name);
  // nobody is told of a decision before there is one
  await expect(region.getByRole('status')).toBeEmpty();
  const [tapId, box] = [await region.getAttribute('data-tap-id'), await region.boundingBox()];
  // axe measures what is still fading in as if it stayed so
  await expect(glance.getByText(/^Member known/)).toHaveCSS('opacity', '1');
  await expectAccessible(page, { within: '[data-verdict]', about: 'a verdict to be confirmed' });
  isSeen.resolve();

  await expect(verdict(page, 'attention')).toContainText('not counted twice');
  await expect(region).toHaveAttribute('data-tap-id', tapId ?? '');
  await expect(region).toHaveAttribute('aria-busy', 'false');
  expect(await region.boundingBox()).toEqual(box);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

async function setTask(page: Page, name: string): Promise<void> {
  await openMember(page, name);
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click();
  await expect(tasks.getByRole('list', { name: 'Open tasks' })).toContainText('Introduction');
}

for (const locale of locales) {
  test(`the verdict keeps its room whatever it says: nothing below it moves (${locale})`, async ({
    page,
    desk,
    cards,
    stack,
  }) => {
    test.slow();
    // so that one verdict has two reasons
    await setTask(page, desk.card('firstAdmission').name);
    await page.context().addCookies([{ name: localeCookie, value: locale, url: stack.deskUrl }]);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.getByRole('searchbox')).toBeFocused();
    const region = page.locator('#verdict');
    const heightAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      return (await region.boundingBox())?.height;
    };
    const widths = [1280, 768, 390];
    const idle = [await heightAt(1280), await heightAt(768), await heightAt(390)];
    for (const card of cards) {
      const before = (await region.getAttribute('data-tap-id')) ?? '';
      await desk.scan(page, card.value);
      await expect(region).not.toHaveAttribute('data-tap-id', before);
      await expect(region).toHaveAttribute('aria-busy', 'false');
      if (card.shows === 'firstAdmission') await expect(region.getByRole('listitem')).toHaveCount(2);
      for (const [index, width] of widths.entries()) {
        // what it offers is fetched when it is first needed
        await expect.poll(() => heightAt(width), `${card.shows} at ${width} px`).toBe(idle[index]);
      }
    }
  });
}
