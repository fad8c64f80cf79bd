import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { showLocation } from '#lib/browser/page/last-location.ts';
import { locationCookie } from '#lib/wire/last-location.ts';
import { NoAccess } from './no-access.tsx';

const remembered = () => document.cookie.split('; ').find((cookie) => cookie.startsWith(`${locationCookie}=`));
const west = { id: 'west', slug: 'munich-west', name: 'München West', staffId: 'ana' };

test.each([
  [true, 'the next one is remembered instead of a gym that was taken from the person', `${locationCookie}=west.ana`],
  [false, 'the gym used last stays remembered after an address of another gym', `${locationCookie}=ost.ana`],
])('%s: %s', async (isInsteadOfLast, _, kept) => {
  showLocation('ost', 'ana');
  await openScreen(<NoAccess next={{ ...west, isInsteadOfLast }} />);
  await expect.element(page.getByRole('button', { name: 'Continue at München West' })).toBeVisible();
  expect(remembered()).toBe(kept);
});
