import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test('a card shows its verdict with the reason: an admitted member is in the gym, a refused one has no visit', async ({
  page,
  desk,
}) => {
  await desk.signIn(page);
  const list = page.getByRole('list', { name: 'In the gym' });
  // the refused one first: a visit of theirs would appear no later than that of the next
  for (const [shows, kind, reason] of [
    ['corporateMembershipEnded', 'refused', /ended/],
    ['firstAdmission', 'attention', 'First admission'],
    ['walletPass', 'admitted', /Checked in \d\d:\d\d/],
  ] as const) {
    const { name, value } = desk.card(shows);
    await desk.scan(page, value);
    const answer = verdict(page, kind).filter({ hasText: name });
    await expect(answer, shows).toContainText(reason);
    await expect(answer, shows).toContainText(kind === 'refused' ? 'No visit recorded' : /Checked in \d\d:\d\d/);
    if (kind !== 'refused') await expect(list.getByText(name), shows).toBeVisible();
  }
  await expect(list.getByText(desk.card('corporateMembershipEnded').name)).toHaveCount(0);

  await desk.scan(page, desk.card('cardUnknown').value);
  await expect(verdict(page, 'unknown')).toContainText('0x');
  await expect(verdict(page, 'unknown')).toContainText('not known');
  // digits turned into symbols by a keyboard layout
  await desk.scan(page, 'à\'"é(§è!çà');
  await expect(verdict(page, 'unknown')).toContainText('keyboard');
});
