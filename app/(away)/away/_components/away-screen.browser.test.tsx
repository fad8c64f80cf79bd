import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { forgetPlace, type KeptPlace, keepPlace } from '#lib/browser/app-shell/kept-place.ts';
import { AwayScreen } from './away-screen.tsx';

const place: KeptPlace = {
  location: {
    id: 'west',
    slug: 'munich-west',
    name: 'Munich West',
    timeZone: 'Europe/Berlin',
    capacity: null,
    checkInOnScan: true,
    keepsScreenAwake: false,
    readerProfiles: [],
  },
  staff: { id: 'ana', displayName: 'Ana Keller', initials: 'AK', role: 'reception' },
  hearsScans: true,
};
const address = window.location.href;
afterEach(async () => {
  window.history.replaceState(null, '', address);
  await forgetPlace();
});

async function openAt(path: string) {
  startFakeDesk();
  window.history.replaceState(null, '', path);
  await openScreen(<AwayScreen />, { hasMain: true });
}

test('the address of a gym that was not opened here leads to the one that was', async () => {
  await keepPlace(place);
  await openAt('/g/munich-east');
  await expect
    .element(page.getByText('This gym has not been opened in this browser since you signed in.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the gym of last time' })).toHaveAttribute('href', '/');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible();
});

test('where nobody is signed in, no gym is offered', async () => {
  await openAt('/g/munich-west');
  await expect.element(page.getByText('Nobody is signed in on this browser.')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
