import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => {
  await desk.signIn(page);
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});

test('a scan on another page: the verdict comes up beside it, and the focus and the text of the form stay', async ({
  page,
  desk,
}) => {
  const card = desk.card('contractEndsSoon');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('anna', { delay: 180 });
  await page.waitForTimeout(300);
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText(card.name);
  await expect(field).toHaveValue('anna');
  await expect(field).toBeFocused();
  await expectAccessible(page);

  await page
    .getByRole('complementary', { name: 'At the counter' })
    .getByRole('button', { name: 'Close' })
    .press('Enter');
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0);
  await desk.scan(page, card.value);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('not counted twice');
});

test('a scan made just before another page is opened is not lost, and the check-in knows all of them', async ({
  page,
  desk,
}) => {
  const [first, second] = [desk.card('admitted'), desk.card('birthday')];
  await desk.scan(page, first.value);
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await desk.scan(page, second.value);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(verdict(page, 'admitted')).toContainText(second.name);
  await expect(page.getByRole('region', { name: 'Earlier' })).toContainText(first.name);
  const list = page.getByRole('list', { name: 'In the gym' });
  await expect(list.getByText(first.name)).toBeVisible();
  await expect(list.getByText(second.name)).toBeVisible();

  // what was seen at the check-in does not come up again on the next page
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0);
});

test('keys of a card choose nothing in a list that has the focus, and press no button', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const contract = page.getByRole('combobox', { name: 'Contract', exact: true });
  await contract.focus();
  // the first keys of a card, which nobody can know for one yet; Basic, Corporate and Premium begin with such letters
  for (const key of ['b', 'c', 'p']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
    await expect(contract).toHaveText('All contracts');
  }
  await contract.focus();
  await desk.scan(page, 'B3F71C0A92');
  await expect(verdict(page, 'unknown')).toBeVisible();
  await expect(contract).toHaveText('All contracts');
  await expect(contract).toHaveAttribute('aria-expanded', 'false');
  // bytes that are separated by spaces
  await contract.focus();
  await desk.scan(page, 'B3 F7 1C 0A 93');
  await expect(contract).toHaveAttribute('aria-expanded', 'false');
  await expect(contract).toHaveText('All contracts');
  // a person opens it as ever
  await contract.focus();
  await page.waitForTimeout(300);
  await contract.press(' ');
  await page.getByRole('option', { name: 'Premium' }).press('Enter');
  await expect(contract).toHaveText('Premium');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
});

test('bytes that are separated by spaces press no button that has the focus', async ({ page, desk }) => {
  const card = desk.card('admitted');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  const checkOut = page.getByRole('region', { name: 'Verdict' }).getByRole('button', { name: 'Check out' });
  await checkOut.focus();
  let isPressed = false;
  await page.exposeFunction('notePress', () => {
    isPressed = true;
  });
  await checkOut.evaluate((button) =>
    button.addEventListener('click', () => (window as unknown as { notePress(): void }).notePress()),
  );
  await desk.scan(page, 'B3 F7 1C 0A 94');
  await expect(verdict(page, 'unknown')).toBeVisible();
  expect(isPressed).toBe(false);
  const list = page.getByRole('navigation', { name: 'Pages' });
  await list.getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
});

test('the profile is a key away', async ({ page, desk }) => {
  const card = desk.card('admitted');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await page.keyboard.press('Alt+p');
  await expect(page.getByRole('heading', { level: 1, name: card.name })).toBeVisible();
});

test('somebody who is simply let in leaves the panel by itself once undo is over', async ({ page, desk }) => {
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0, { timeout: 30_000 });
});

test.describe('while the desk takes no tap', () => {
  test.use({ allowedConsoleError: /ERR_FAILED/ });

  test('what waits beside a page can be put away, and covers nothing that could not be brought out from under it', async ({
    page,
    desk,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible();
    await page.route('**/api/desk/taps', (route) => route.abort());
    await desk.scan(page, desk.card('admitted').value);
    const panel = page.getByRole('complementary', { name: 'At the counter' });
    await expect(panel.getByRole('list', { name: 'Waiting scans' })).toBeVisible();

    const more = page.getByRole('main').getByRole('button', { name: 'Show more' });
    const isClear = async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const [above, below] = [await more.boundingBox(), await panel.boundingBox()];
      return above !== null && below !== null && above.y + above.height <= below.y;
    };
    await expect.poll(isClear).toBe(true);

    await panel.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(panel).toHaveCount(0);
    await desk.scan(page, desk.card('birthday').value);
    await expect(panel.getByRole('list', { name: 'Waiting scans' }).getByRole('listitem')).toHaveCount(2);
  });
});
