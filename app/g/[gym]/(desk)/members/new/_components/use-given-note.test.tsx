import { expect, test } from 'vitest';
import { render } from '#components/testing/render.tsx';
import { showNotesWith } from '#components/ui/toast.ts';
import type { AssignOutcome } from '#lib/wire/cards.ts';
import { useGivenNote } from './use-given-note.ts';

const holder = {
  accountId: 'a-2',
  displayName: 'Anna Müller',
  initials: 'AM',
  photoUrl: null,
  membershipId: 'M-10443',
  dateOfBirth: '1970-01-02',
};

/** The toast about a card for a new member. */
function noteOf(value: AssignOutcome | null, name: string): string[] {
  const notes: string[] = [];
  const Component = () => {
    useGivenNote()(value && { ok: true, value }, name);
    return null;
  };
  const stop = showNotesWith(({ text }) => notes.push(text));
  render(<Component />);
  stop();
  return notes;
}

test('the present holder of a card is distinguished from a new member of the same name', () => {
  const taken = { kind: 'heldByAnother', holder } as const;
  expect(noteOf(taken, 'Anna Müller')).toEqual([
    'Anna Müller was added. The card was not assigned: Anna Müller (born 2 Jan 1970 · M-10443) has it now.',
  ]);
  expect(noteOf(taken, 'Omar Aziz')).toEqual([
    'Omar Aziz was added. The card was not assigned: Anna Müller has it now.',
  ]);
});

test('a card that has expired is reported as not assigned', () => {
  expect(noteOf(null, 'Omar Aziz')).toEqual(['The card was not assigned to Omar Aziz. Assign it on this page.']);
});
