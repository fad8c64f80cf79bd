import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

const list = (page: Page) => page.getByRole('list', { name: 'In the gym' });

async function switchLocation(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await expect(page.getByRole('button', { name: to })).toBeVisible();
}

test('each card shows its verdict with the reason: admitted members are in the gym, refused ones have no visit', async ({
  page,
  desk,
}) => {
  test.slow();
  // a club outside the corporate network
  await switchLocation(page, 'München West', 'München Ost');
  await desk.scan(page, desk.card('firstAdmission').value);
  await expect(verdict(page, 'refused')).toContainText('not in the');
  await switchLocation(page, 'München Ost', 'München West');

  for (const [shows, kind, reason] of [
    ['admitted', 'admitted', /Checked in \d\d:\d\d/],
    ['contractEndsSoon', 'attention', 'Contract ends in 9 days'],
    ['contractEnded', 'attention', 'Contract ended'],
    ['prospect', 'attention', 'Prospect'],
    ['firstAdmission', 'attention', 'First admission'],
    ['walletPass', 'admitted', /Checked in \d\d:\d\d/],
    ['corporateMembershipEnded', 'refused', /ended/],
    ['corporateMembershipNotStarted', 'refused', /starts/],
    ['noGuestProgramme', 'refused', /guest/],
    ['birthday', 'admitted', 'Birthday today'],
  ] as const) {
    const { name, value } = desk.card(shows);
    await desk.scan(page, value);
    const answer = verdict(page, kind).filter({ hasText: name });
    await expect(answer, shows).toContainText(reason);
    await expect(answer, shows).toContainText(kind === 'refused' ? 'No visit recorded' : /Checked in \d\d:\d\d/);
    // a refused member has no visit that could arrive later: the next admitted one has
    if (kind !== 'refused') await expect(list(page).getByText(name), shows).toBeVisible();
  }
  for (const shows of ['corporateMembershipEnded', 'corporateMembershipNotStarted', 'noGuestProgramme']) {
    await expect(list(page).getByText(desk.card(shows).name), shows).toHaveCount(0);
  }
  await expectAccessible(page);

  await desk.scan(page, desk.card('cardUnknown').value);
  await expect(verdict(page, 'unknown')).toContainText('0x');
  await expect(verdict(page, 'unknown')).toContainText('not known');
  // digits turned into symbols by a keyboard layout
  await desk.scan(page, 'à\'"é(§è!çà');
  await expect(verdict(page, 'unknown')).toContainText('keyboard');
});
