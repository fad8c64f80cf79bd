import { toast as sonner } from 'sonner';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { showBySonner } from './notes.tsx';
import { awaitNotes, type Note, removeNotes, showNotesWith, toast } from './toast.ts';

const shown = () => sonner.getToasts().map((note) => ('type' in note ? [note.type, note.duration] : null));

vi.stubGlobal('requestAnimationFrame', () => 1);
vi.stubGlobal('cancelAnimationFrame', () => {});
afterEach(() => void sonner.dismiss());
afterAll(() => void vi.unstubAllGlobals());

test('an error stays until it is closed, and everything else for eight seconds', () => {
  const stop = showNotesWith(showBySonner());
  toast.success('Saved.');
  toast.info('It is theirs already.');
  toast.warning('No access.');
  toast.error('Not assigned.');
  stop();
  expect(shown()).toEqual([
    ['success', 8_000],
    ['info', 8_000],
    ['warning', 8_000],
    ['error', Number.POSITIVE_INFINITY],
  ]);
});

test('a toast with the same text replaces the previous one', () => {
  const stop = showNotesWith(showBySonner());
  for (const text of ['The server does not answer.', 'Not assigned.', 'The server does not answer.']) toast.error(text);
  stop();
  expect(shown()).toHaveLength(2);
});

test('a change of user removes all toasts, including those of an earlier page', () => {
  const stop = showNotesWith(showBySonner(), () => void sonner.dismiss());
  toast.error('Not assigned.');
  stop();
  toast.error('told while nothing shows it');
  const heard: (Note | null)[] = [];
  const stopAwaiting = awaitNotes((note) => heard.push(note));
  removeNotes();
  stopAwaiting();
  expect(shown()).toEqual([]);
  expect(heard.at(-1)).toBeNull();
  const later: Note[] = [];
  showNotesWith((note) => later.push(note))();
  expect(later).toEqual([]);
});
