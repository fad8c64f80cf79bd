import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { type CorporateEnding, type CorporateEndings, quickRangesOn } from '#lib/wire/corporate-fitness.ts';
import { CorporateFitnessScreen } from './corporate-fitness-screen.tsx';

const quickRanges = quickRangesOn('2026-11-25');
const lena: CorporateEnding = {
  accountId: 'of lena',
  displayName: 'Lena Vogt',
  initials: 'LV',
  photoUrl: null,
  since: '2024-03-01',
  until: '2026-11-30',
  daysLeft: 5,
  lastVisitAt: '2026-11-25T07:41:00.000Z',
};
const never: CorporateEnding = { ...lena, accountId: 'jan', until: '2026-11-27', lastVisitAt: null };
const [first, last] = ['First day', 'Last day'].map((name) => page.getByRole('textbox', { name }));
const rows = page.getByRole('list', { name: 'Corporate fitness' }).getByRole('listitem');

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

function openRange(range = quickRanges.thisMonth) {
  const screen = { locationId: here, timeZone: 'Europe/Berlin', quickRanges, range };
  return openScreen(<CorporateFitnessScreen {...screen} />, { path: '/corporate-fitness', hasMain: true });
}

test.each(['light', 'dark'])(
  'memberships that end within the range of the address are listed with links: %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    const asked: string[] = [];
    startFakeDesk({
      '/api/desk/corporate-fitness': (params): CorporateEndings => {
        asked.push(`${params.get('from')} ${params.get('to')}`);
        return { entries: [never, lena], unreadable: 0 };
      },
    });
    const { router } = await openRange();
    await expect.element(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
    await expect.element(rows.first()).toHaveTextContent('Last visit here –');
    await expect.element(rows.last()).toHaveTextContent(/Since 1 Mar 2024.*Last visit here .*08:41/);
    await expect.element(rows.last().getByRole('link')).toHaveAttribute('href', '/g/munich-west/members/of%20lena');
    await expectAccessible();
    expect(asked).toEqual(['2026-11-01 2026-11-30']);
    await page.getByRole('button', { name: 'Next month' }).click();
    expect(router.push.mock.calls).toEqual([['/g/munich-west/corporate-fitness?from=2026-12-01&to=2026-12-31']]);
  },
);

test('a range is entered by keyboard, and an impossible one is refused at its field', async () => {
  startFakeDesk({ '/api/desk/corporate-fitness': { entries: [], unreadable: 0 } satisfies CorporateEndings });
  const { router } = await openRange();
  if (!first || !last) throw new Error('There are two fields.');
  await first.fill('10.5.2031');
  await last.fill('2031-05-09');
  await userEvent.keyboard('{Enter}');
  await expect.element(last).toHaveAccessibleDescription(/before the first/);
  await expectAccessible();
  await last.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(last).toHaveAccessibleDescription(/enter a day/i);
  expect(router.push).not.toHaveBeenCalled();
  await last.fill('2031-05-11');
  await userEvent.keyboard('{Enter}');
  expect(router.push.mock.calls).toEqual([['/g/munich-west/corporate-fitness?from=2031-05-10&to=2031-05-11']]);
  await expect.element(page.getByRole('status')).toHaveTextContent('No corporate memberships end');
  await expectAccessible();
});

test.each([
  ['platformUnavailable', 'cannot be reached'],
  ['keyRejected', 'The manager can enter a valid key in the office.'],
])('a failed read shows the reason and a retry: %s', async (code, sentence) => {
  const error = { code, message: '', requestId: 'r', retryable: true };
  const away = () => Response.json({ ok: false, error }, { status: 503 });
  const desk = startFakeDesk({ '/api/desk/corporate-fitness': away });
  await openRange();
  await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await expectAccessible();
  desk.answer({ '/api/desk/corporate-fitness': { entries: [lena], unreadable: 0 } satisfies CorporateEndings });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('1 corporate membership ends');
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
});
