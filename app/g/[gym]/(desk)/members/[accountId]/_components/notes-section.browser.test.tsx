import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, ana, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { writeNote } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import type { NotesView, NoteView } from '#lib/wire/notes.ts';
import { MessageSection } from './message-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { PersonSection } from './person-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const text = page.getByRole('textbox', { name: 'Note', exact: true });
const save = page.getByRole('button', { name: 'Save note' });
const noteOf = (given: Partial<NoteView>): NoteView => ({
  noteId: '0f7d4d3c-6c3e-4b8e-9a54-0c8f0a7d5b10',
  text: 'First',
  level: 'tell',
  expiresOn: null,
  isExpired: false,
  writtenBy: 'Mira Sommer',
  writtenAt: '2026-11-24T08:41:00Z',
  ...given,
});

async function openNotes(notes: NoteView[] = []) {
  const view: NotesView = { notes, today: '2026-11-25', wasForgotten: false };
  startFakeDesk({ '/api/desk/members/a/notes': view });
  await openScreen(
    <AtCounter>
      <NotesSection {...section} />
    </AtCounter>,
  );
}

test('a note is written by keyboard, mistakes are shown at their fields, and the focus returns', async () => {
  await openNotes();
  await page.getByRole('button', { name: 'Write a note' }).click();
  await expect.element(text).toHaveFocus();
  await save.click();
  await expect.element(text).toHaveAccessibleDescription(/Write something first/);
  await text.fill('Owes for a towel');
  await expect.element(text).not.toHaveAccessibleDescription(/Write something first/);
  await expect.element(page.getByText('16 of 280 characters')).toBeVisible();
  const until = page.getByRole('textbox', { name: 'Until (optional)' });
  await until.fill('1.1.2020');
  await save.click();
  await expect.element(until).toHaveAccessibleDescription(/Choose today or later/);
  await expectAccessible();
  await until.fill('31.12.2099');
  const note = noteOf({ text: 'Owes for a towel', expiresOn: '2099-12-31' });
  vi.mocked(writeNote).mockResolvedValue({ ok: true, value: { kind: 'saved', notes: [note] } });
  await save.click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent(/Owes for a towel.*until 31 Dec 2099/);
  await expect.element(page.getByRole('button', { name: 'Write a note' })).toHaveFocus();
  expect(vi.mocked(writeNote).mock.calls).toEqual([
    [
      expect.objectContaining({
        locationId: here,
        accountId: 'a',
        base: null,
        note: { text: 'Owes for a towel', level: 'tell', expiresOn: '2099-12-31' },
      }),
    ],
  ]);
});

test('a note that a colleague has changed meanwhile is not overwritten without being shown', async () => {
  await openNotes([noteOf({})]);
  await page.getByRole('button', { name: 'Change: First' }).click();
  await text.fill('Mine');
  const theirs = noteOf({ text: 'Theirs' });
  vi.mocked(writeNote).mockResolvedValue({ ok: true, value: { kind: 'changedMeanwhile', note: theirs } });
  await save.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Theirs' })).toBeVisible();
  await expect.element(text).toHaveValue('Mine');
  vi.mocked(writeNote).mockResolvedValue({ ok: true, value: { kind: 'saved', notes: [noteOf({ text: 'Mine' })] } });
  await userEvent.keyboard('{Tab}');
  await save.click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Mine');
  const [, second] = vi.mocked(writeNote).mock.calls;
  expect(second?.[0]).toMatchObject({ base: { text: 'Theirs' }, note: { text: 'Mine' } });
});

test('blocking notes come first, and a note is removed after a confirmation', async () => {
  const stop = noteOf({ noteId: '1f7d4d3c-6c3e-4b8e-9a54-0c8f0a7d5b10', text: 'Bring the contract', level: 'stop' });
  await openNotes([noteOf({})]);
  await page.getByRole('button', { name: 'Write a note' }).click();
  await userEvent.keyboard('Bring the contract');
  await page.getByRole('radio', { name: 'Stop until it is read' }).click();
  vi.mocked(writeNote).mockResolvedValueOnce({ ok: true, value: { kind: 'saved', notes: [stop, noteOf({})] } });
  await save.click();
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(/Stop at the counter.*Bring the contract/);
  expect(vi.mocked(writeNote).mock.calls[0]?.[0].note).toMatchObject({ text: 'Bring the contract', level: 'stop' });
  await expectAccessible();
  await page.getByRole('button', { name: 'Remove: Bring the contract' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this note?' });
  await expect.element(question).toHaveTextContent('Bring the contract');
  await expectAccessible();
  expect(writeNote).toHaveBeenCalledTimes(1);
  vi.mocked(writeNote).mockResolvedValueOnce({ ok: true, value: { kind: 'saved', notes: [noteOf({})] } });
  await question.getByRole('button', { name: 'Remove note' }).click();
  await expect.element(page.getByText('Bring the contract')).not.toBeInTheDocument();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('First');
  const { text: words, level, expiresOn, noteId } = stop;
  expect(vi.mocked(writeNote).mock.calls[1]?.[0]).toMatchObject({
    noteId,
    base: { text: words, level, expiresOn },
    note: null,
  });
});

test('an expired note is no longer shown at the counter, and is kept', async () => {
  await openNotes([noteOf({ text: 'Owes for a towel', expiresOn: '2020-01-01', isExpired: true })]);
  await expect.element(page.getByText('No note.')).toBeVisible();
  expect(page.getByRole('listitem').query()).toBeNull();
  await page.getByRole('button', { name: 'Show 1 expired note' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent(/Owes for a towel.*shown until 1 Jan 2020/);
});

function AtSharedCounter() {
  const [staff, setStaff] = useState(ana);
  return (
    <AtCounter staff={staff}>
      <button type="button" onClick={() => setStaff({ ...ana, id: 'mira', displayName: 'Mira Sommer' })}>
        Badge
      </button>
      <PersonSection {...section} />
      <NotesSection {...section} />
      <MessageSection {...section} />
    </AtCounter>
  );
}

test('open forms stay through a change of user and name the user who began them', async () => {
  const person: ProfileAnswer = { kind: 'current', profile: lena };
  startFakeDesk({
    '/api/desk/members/a': person,
    '/api/desk/members/a/notes': { notes: [], today: '2026-11-25', wasForgotten: false } satisfies NotesView,
  });
  await openScreen(<AtSharedCounter />);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabelText('Town').fill('Erding');
  await page.getByRole('button', { name: 'Write a note' }).click();
  await text.fill('Half a sentence');
  await page.getByRole('button', { name: 'Message to the phone' }).click();
  await page.getByLabelText('Message', { exact: true }).fill('Your towel');
  expect(page.getByText('Started by').query()).toBeNull();
  await page.getByRole('button', { name: 'Badge' }).click();
  for (const name of ['Person and membership', 'Notes for reception', 'Message to the phone']) {
    const part = page.getByRole('region', { name });
    await expect.element(part).toHaveTextContent('Started by Ana Keller');
    await expect.element(part).toHaveTextContent('it is recorded under your name');
  }
  await expect.element(page.getByLabelText('Town')).toHaveValue('Erding');
  await expect.element(text).toHaveValue('Half a sentence');
  await expect.element(page.getByLabelText('Message', { exact: true })).toHaveValue('Your towel');
  await expectAccessible();
});
