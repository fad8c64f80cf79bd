import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { earlier, inTheGym, openCounter, presentOf, region, searchBox } from '#app/_testing/counter.tsx';
import DeskError from '#app/g/[gym]/(desk)/error.tsx';
import { atNextPress } from '#components/testing/browser/at-next-press.ts';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { scan } from '#components/testing/browser/scan.ts';
import { admitted, attention, lena, reasonOf, refused } from '#components/testing/sample-verdicts.ts';
import { statusOf } from '#lib/testing/platform-status.ts';

const card = '0x04B81D5A2F6C80';
const secondCard = '0x04C7E2914A3B80';
/** Passes the check of its type, and fails to render. */
const unrenderable = { ...presentOf(lena), since: '-' };
const brokenPresence = page.getByRole('region', { name: 'In the gym' });
const panel = page.getByRole('complementary', { name: 'At the counter' });

test('a presence list that fails to render leaves the check-in its scans, and comes back on retry', async () => {
  const { setPresent } = await openCounter({
    present: [presentOf(lena)],
    says: { [card]: admitted, [secondCard]: refused },
  });
  await expect.element(inTheGym.getByRole('listitem')).toHaveTextContent(lena.displayName);
  setPresent([unrenderable]);
  await expect.element(brokenPresence.getByRole('alert')).toHaveTextContent('This section cannot be shown.');
  await expect.element(searchBox).toBeVisible();
  await scan(card);
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  await scan(secondCard);
  await expect.element(region).toHaveAttribute('data-verdict', 'refused');
  await expect.element(earlier.getByRole('listitem')).toHaveTextContent(lena.displayName);

  setPresent([presentOf(lena)]);
  await brokenPresence.getByRole('button', { name: 'Try again' }).click();
  await expect.element(inTheGym.getByRole('listitem')).toHaveTextContent(lena.displayName);
  expect(takeConsoleErrors().join()).toContain('RangeError');
});

test('a verdict that fails to render says so, and leaves the check-in its scans and a name in the list of earlier ones', async () => {
  const broken = { ...attention, reasons: [{ ...reasonOf.contractEnded, endedOn: '-' }] };
  await openCounter({ says: { [card]: broken, [secondCard]: admitted } });
  const told = page.getByText('The result of this scan cannot be shown.');
  await scan(card);
  await expect.element(told).toBeVisible();
  await expect.element(searchBox).toBeVisible();
  await scan(secondCard);
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  await expect.element(told).not.toBeInTheDocument();
  await earlier.getByRole('button', { name: lena.displayName }).first().click();
  await expect.element(told).toBeVisible();
  await scan(secondCard);
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  await expect.element(told).not.toBeInTheDocument();
  expect(takeConsoleErrors().join()).toContain('RangeError');
});

test('a verdict that fails to render beside another page says so, and later scans are shown', async () => {
  const broken = { ...attention, reasons: [{ ...reasonOf.contractEnded, endedOn: '-' }] };
  await openCounter({
    says: { [card]: broken, [secondCard]: admitted },
    path: '/visits',
    children: <main>Visits</main>,
  });
  const told = panel.getByText('The result of this scan cannot be shown.');
  await scan(card);
  await expect.element(told).toBeVisible();
  await scan(secondCard);
  await expect.element(panel.getByRole('region', { name: 'Verdict' })).toHaveAttribute('data-verdict', 'admitted');
  await expect.element(told).not.toBeInTheDocument();
  await scan(card);
  await expect.element(told).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('RangeError');
});

test('after a retry the search box takes the focus again when the window gets it', async () => {
  const { setPresent } = await openCounter({ present: [unrenderable] });
  await expect.element(brokenPresence.getByRole('alert')).toBeVisible();
  setPresent([presentOf(lena)]);
  await brokenPresence.getByRole('button', { name: 'Try again' }).click();
  await expect.element(inTheGym.getByRole('listitem')).toHaveTextContent(lena.displayName);
  await expect.element(searchBox).not.toHaveFocus();
  window.dispatchEvent(new Event('focus'));
  await expect.element(searchBox).toHaveFocus();
  takeConsoleErrors();
});

test('a status that fails to render leaves the scans that wait in this browser, with their retry', async () => {
  const { decide, verdictOf } = await openCounter({
    says: { [card]: admitted },
    reads: { '/api/desk/status': statusOf({ connection: { state: 'unreachable', since: '-', cause: null } }) },
  });
  const broken = page.getByRole('region', { name: 'Notices' });
  await expect.element(broken.getByRole('alert')).toHaveTextContent('This section cannot be shown.');
  decide(() => Promise.reject(new TypeError('Failed to fetch')));
  await scan(card);
  await expect.element(page.getByRole('list', { name: 'Waiting scans' })).toBeVisible();
  atNextPress(() => decide(verdictOf));
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  await expect.element(broken.getByRole('alert')).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('RangeError');
});

test('a check-in page that fails as a whole is replaced by the error page with verdicts beside it', async () => {
  await openCounter({
    says: { [card]: admitted, [secondCard]: refused },
    children: <DeskError error={new Error('broken')} retry={() => {}} />,
  });
  await expect.element(page.getByRole('heading', { name: 'Something went wrong here' })).toBeVisible();
  await scan(card);
  await expect.element(panel.getByRole('region', { name: 'Verdict' })).toHaveAttribute('data-verdict', 'admitted');
  await scan(secondCard);
  await expect.element(panel.getByRole('region', { name: 'Verdict' })).toHaveAttribute('data-verdict', 'refused');
});
