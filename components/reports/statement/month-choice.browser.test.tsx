import { expect, test } from 'vitest';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { MonthChoice } from './month-choice.tsx';

test.each([
  [null, 'month=2026-09'],
  ['old-hall', 'retired=old-hall&month=2026-09'],
])('a chosen month is in the address of its statement, as is a retired gym: %s', async (retired, query) => {
  const months = ['2026-11', '2026-10', '2026-09'];
  const choice = <MonthChoice path="/reports/corporate-statement" retired={retired} month="2026-10" months={months} />;
  const page = await openScreen(choice);
  await page.getByRole('combobox', { name: 'Month' }).click();
  await page.getByRole('option', { name: 'September 2026' }).click();
  expect(page.router.push).toHaveBeenCalledWith(`/g/munich-west/reports/corporate-statement?${query}`);
});
