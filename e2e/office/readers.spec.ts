import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test.afterEach(async ({ stack }) => {
  await queryDatabase(stack, 'desk', [{ text: 'update locations set reader_profiles = default' }]);
});

/** What a decimal reader that sends the last byte first types for a card, with leading zeros. */
function decimalOf(card: string): string {
  const bytes = card.slice(2).match(/../g) ?? [];
  return BigInt(`0x${bytes.toReversed().join('')}`)
    .toString()
    .padStart(bytes.length === 4 ? 10 : 17, '0');
}

test('a number that nobody knows leads a manager to the readers, where a decimal reader is set up, and its cards then check members in', async ({
  page,
  desk,
}) => {
  const [known, other] = [desk.card('admitted'), desk.card('contractEndsSoon')];
  await desk.signIn(page, 'manager');
  await desk.scan(page, decimalOf(known.value));
  await expect(verdict(page, 'unknown').getByRole('button', { name: 'Give to a member' })).toBeVisible();
  await verdict(page, 'unknown').getByRole('link', { name: 'Set up this reader' }).click();
  await expect(page).toHaveURL(/\/office\/readers$/);

  await page.getByRole('button', { name: 'Find out how it writes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Hold the card to the reader');
  await desk.scan(page, decimalOf(known.value));
  await expect(dialog.getByLabel('Number of this card')).toBeFocused();
  await page.keyboard.type(known.value, { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Bytes reversed · Ends with Enter');
  await expect(dialog).toContainText(`Belongs to ${known.name}`);
  await desk.scan(page, decimalOf(other.value));
  await expect(dialog).toContainText(`Belongs to ${other.name}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Ways of writing' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('Saved. It applies from the next scan on, in open windows too.')).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
  await desk.scan(page, decimalOf(known.value));
  await expect(verdict(page, 'admitted')).toContainText(known.name);
  // the hex reader beside it still works
  await desk.scan(page, other.value.slice(2));
  await expect(verdict(page, 'attention')).toContainText(other.name);
});
