import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { forgetPlace, type KeptPlace, keepPlace } from '#lib/browser/app-shell/kept-place.ts';
import { changesOfWindow } from '#lib/browser/changes/changes-of-window.ts';
import { newChange } from '#lib/browser/changes/new-change.ts';
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

async function openAt(path: string, reads: Parameters<typeof startFakeDesk>[0] = {}) {
  startFakeDesk(reads);
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

test('an edit of the floor that the desk answers with a conflict is asked about before the floor returns, with days by its clock', async () => {
  await keepPlace({ ...place, staff: { ...place.staff, role: 'trainer' } });
  const current = { name: 'Show the sauna', type: 'GENERAL', dueDate: '2031-03-01' };
  await openAt('/g/munich-west/floor', {
    '/api/clock': { now: Date.parse('2031-03-01T11:00:00Z') },
    // the page has not noticed yet that the desk is back
    '/api/desk/status': () => new Response(null, { status: 502 }),
    '/api/desk/tasks': { ok: true, value: { kind: 'changedMeanwhile', current, member: 'Lena Vogt' } },
  });
  await expect.element(page.getByRole('heading', { name: 'Training floor' })).toBeVisible();
  changesOfWindow().add({
    ...newChange({ locationId: 'west', staffId: 'ana' }),
    kind: 'edit',
    taskId: '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e6f',
    edits: { dueDate: { from: '2026-11-20', to: '2026-12-02' } },
  });
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed “Show the sauna” in the meantime' });
  await expect.element(conflict).toHaveTextContent('due today');
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect.element(conflict).not.toBeInTheDocument();
});
