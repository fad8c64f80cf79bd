import { expect, it } from 'vitest';
import { render } from '#components/testing/render.tsx';
import type { NoteView } from '#lib/wire/notes.ts';
import { NotesCard } from './notes.tsx';

const note: NoteView = {
  noteId: 'n-1',
  text: 'يدفع نقدا',
  level: 'tell',
  expiresOn: null,
  isExpired: false,
  writtenBy: 'דוד כהן',
  writtenAt: '2026-11-23T08:41:00Z',
};

it('a note in a right-to-left script is displayed so, with the time after the author’s name', () => {
  const markup = render(<NotesCard notes={[note]} timeZone="UTC" onChange={null} onRemove={() => {}} />);
  expect(markup).toMatch(/<p dir="auto"[^>]*>يدفع نقدا<\/p>/);
  expect(markup).toContain('\u2068דוד כהן\u2069, ');
});
