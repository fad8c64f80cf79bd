import { z } from 'zod';
import { text } from '#contracts/v2/primitives.ts';
import { memberInput } from './member-input.ts';
import { longestNote } from './text-limits.ts';

export const noteInput = memberInput.extend({
  /** The note that the form was opened with; empty where there was none. */
  base: z.string().max(longestNote),
  /** Empty takes the note away. */
  text: text(longestNote),
});
export type NoteInput = z.infer<typeof noteInput>;

export interface NoteView {
  text: string;
  writtenBy: string;
  /** ISO instant. */
  writtenAt: string;
}

export type NoteOutcome =
  | { kind: 'saved'; note: NoteView | null }
  /** Somebody else wrote another one since the form was opened. */
  | { kind: 'changedMeanwhile'; note: NoteView | null }
  | { kind: 'gone' };
