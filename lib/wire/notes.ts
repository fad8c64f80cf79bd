import { z } from 'zod';
import { text } from '#contracts/v2/primitives.ts';
import { breaks } from './broken-rule.ts';
import { memberInput } from './members.ts';

/** Characters of a note: as many as can be read at a glance. */
export const longestNote = 280;
/** The most notes per member, expired ones included. */
export const mostNotes = 20;

/**
 * How a note is shown when the member arrives.
 * - `tell`: beside the other reasons; a scan checks the member in
 * - `stop`: a scan checks the member in only after a user has read it and pressed the button
 */
export const noteLevels = ['tell', 'stop'] as const;
export type NoteLevel = (typeof noteLevels)[number];

const written = z.object({
  text: text(longestNote).min(1),
  level: z.enum(noteLevels),
  /** The last day on which it is shown, `yyyy-MM-dd` in the location's time zone; null where it does not expire. */
  expiresOn: z.iso.date().nullable(),
});
export type WrittenNote = z.infer<typeof written>;

/**
 * The form of a note, where an empty day means null.
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
  /** Created once per note in the browser. */
  noteId: z.uuid(),
  /** The note when the form was opened; null where there was none. */
  base: written.nullable(),
  /** Null deletes the note. */
  note: written.nullable(),
});
export type NoteInput = z.infer<typeof noteInput>;

export interface NoteView extends WrittenNote {
  noteId: string;
  /** Its last day is over: it is no longer shown. */
  isExpired: boolean;
  writtenBy: string;
  /** ISO instant. */
  writtenAt: string;
}

/** The notes of a member, and the current day at the location, `yyyy-MM-dd`. */
export interface NotesView {
  notes: NoteView[];
  today: string;
  /**
   * Whether the desk has forgotten the member within the last months: a page that missed the event then asks whether the
   * member exists. It may be a member who has joined again.
   */
  wasForgotten: boolean;
}

export type NoteOutcome =
  | { kind: 'saved'; notes: NoteView[] }
  /** Another user changed or deleted it since the form was opened. */
  | { kind: 'changedMeanwhile'; note: NoteView | null }
  | { kind: 'tooMany' | 'gone' };
