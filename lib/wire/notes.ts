import { z } from 'zod';
import { text } from '#contracts/v2/primitives.ts';
import { breaks } from './broken-rule.ts';
import { memberInput } from './members.ts';

/** Characters of a note: as many as are read at a glance. */
export const longestNote = 280;
/** Notes of a member at once, those that have run out among them. */
export const mostNotes = 20;

/**
 * How a note is told when the member comes.
 * - `tell`: beside what else there is to say; a scan checks the member in
 * - `stop`: a scan checks nobody in, until somebody has read it and presses
 */
export const noteLevels = ['tell', 'stop'] as const;
export type NoteLevel = (typeof noteLevels)[number];

const written = z.object({
  text: text(longestNote).min(1),
  level: z.enum(noteLevels),
  /** The last day it is told, `yyyy-MM-dd` in the location's time zone; null where it is told for good. */
  expiresOn: z.iso.date().nullable(),
});
export type WrittenNote = z.infer<typeof written>;

/**
 * A note as it stands in its form, where an empty day is none.
 * @param today at the gym, `yyyy-MM-dd`
 */
export const noteForm = (today: string) =>
  written.extend({
    expiresOn: z
      .string()
      .transform((day) => (day === '' ? null : day))
      .pipe(written.shape.expiresOn)
      .refine((day) => day === null || day >= today, breaks('dayOver')),
  });
export type NoteDraft = z.input<ReturnType<typeof noteForm>>;

export const noteInput = memberInput.extend({
  /** Made by the browser, once a note. */
  noteId: z.uuid(),
  /** The note that the form was opened with; null where there was none. */
  base: written.nullable(),
  /** Null takes the note away. */
  note: written.nullable(),
});
export type NoteInput = z.infer<typeof noteInput>;

export interface NoteView extends WrittenNote {
  noteId: string;
  /** Its last day is over: nobody is told any more. */
  isExpired: boolean;
  writtenBy: string;
  /** ISO instant. */
  writtenAt: string;
}

/** The notes of a member, and the day it is at the location, `yyyy-MM-dd`. */
export interface NotesView {
  notes: NoteView[];
  today: string;
}

export type NoteOutcome =
  | { kind: 'saved'; notes: NoteView[] }
  /** Somebody else wrote or took it away since the form was opened. */
  | { kind: 'changedMeanwhile'; note: NoteView | null }
  | { kind: 'tooMany' | 'gone' };
