import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { writeNote } from '#app/(desk)/members/[accountId]/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { NotesView, NoteView } from '#lib/wire/notes.ts';
import { NotesSection } from './notes-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const text = page.getByRole('textbox', { name: 'Note', exact: true });
const save = page.getByRole('button', { name: 'Save note' });
const noteOf = (given: Partial<NoteView>): NoteView => ({
  ...{ noteId: '0f7d4d3c-6c3e-4b8e-9a54-0c8f0a7d5b10', text: 'First', level: 'tell', expiresOn: null },
  ...{ isExpired: false, writtenBy: 'Mira Sommer', writtenAt: '2026-11-24T08:41:00Z', ...given },
});

async function openNotes(notes: NoteView[] = []) {
  const view: NotesView = { notes, today: '2026-11-25' };
  startFakeDesk({ '/api/desk/members/a/notes': view });
  await openScreen(
    <AtCounter>
      <NotesSection {...section} />
    </AtCounter>,
  );
}

test('a note is written with the keyboard, mistakes are told at their fields, and the focus comes back', async () => {
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
        ...{ locationId: here, accountId: 'a', base: null },
        note: { text: 'Owes for a towel', level: 'tell', expiresOn: '2099-12-31' },
      }),
    ],
  ]);
});

test('a note that a colleague changed meanwhile is not overwritten unseen', async () => {
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
