import type { NoteLevel, NotesView, NoteView } from '#lib/wire/notes.ts';
import { type Is, isFlag, isText, listOf, nullOr, objectOf, oneOf } from './shape.ts';

const isNote: Is<NoteView> = objectOf({
  text: isText,
  level: oneOf<NoteLevel>({ tell: true, stop: true }),
  expiresOn: nullOr(isText),
  noteId: isText,
  isExpired: isFlag,
  writtenBy: isText,
  writtenAt: isText,
});

export const isNotes: Is<NotesView> = objectOf({
  notes: listOf(isNote),
  today: isText,
  wasForgotten: isFlag,
});
