import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import type { NotesView } from '#lib/wire/notes.ts';
import { ProfileGate } from './profile-gate.tsx';

const current: ProfileAnswer = { kind: 'current', profile: lena };
const gone: ProfileAnswer = { kind: 'gone' };
const notes = (wasForgotten: boolean): NotesView => ({ notes: [], today: '2026-11-25', wasForgotten });

afterEach(() => void vi.useRealTimers());

function Live() {
  useLiveUpdates(here);
  return null;
}

async function openGate() {
  const desk = startFakeDesk({ '/api/desk/members/a': current, '/api/desk/members/a/notes': notes(false) });
  const readProfiles = () => desk.requests.filter(({ path }) => path.endsWith('/members/a')).length;
  await openScreen(
    <>
      <Live />
      <ProfileGate accountId="a" locationId={here}>
        <p>The profile</p>
      </ProfileGate>
    </>,
  );
  await expect.element(page.getByText('The profile')).toBeVisible();
  return { ...desk, readProfiles };
}

test('a member who was erased while the connection was interrupted is shown as gone, although no event said so', async () => {
  const { answer, emit } = await openGate();
  answer({ '/api/desk/members/a': gone, '/api/desk/members/a/notes': notes(true) });
  // the desk's own data is read again, as after a gap; the platform is not asked again for the profile
  emit('kept');
  await expect.element(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
  const toMembers = page.getByRole('link', { name: 'Find another member' });
  await expect.element(toMembers).toHaveAttribute('href', '/g/munich-west/members');
});

test('where the platform does not say at once that they are gone, it is asked again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { answer, emit, readProfiles } = await openGate();
  await expect.poll(readProfiles).toBe(1);
  const late: ProfileAnswer = { kind: 'unavailable', because: 'platformUnavailable' };
  answer({ '/api/desk/members/a': late, '/api/desk/members/a/notes': notes(true) });
  emit('kept');
  await expect.poll(readProfiles).toBe(2);
  await expect.element(page.getByText('The profile')).toBeVisible();
  answer({ '/api/desk/members/a': gone });
  await expect
    .poll(() => {
      vi.advanceTimersByTime(15_000);
      return page.getByRole('heading', { name: 'This member is no longer here' }).elements().length;
    })
    .toBe(1);
});

test('a member who has joined again is asked for once more, and stays', async () => {
  const { answer, emit, readProfiles, requests } = await openGate();
  await expect.poll(readProfiles).toBe(1);
  answer({ '/api/desk/members/a/notes': notes(true) });
  emit('kept');
  await expect.poll(readProfiles).toBe(2);
  const readNotes = () => requests.filter(({ path }) => path.endsWith('/notes')).length;
  const before = readNotes();
  emit('kept');
  await expect.poll(readNotes).toBe(before + 1);
  await expect.element(page.getByText('The profile')).toBeVisible();
  expect(readProfiles()).toBe(2);
});
