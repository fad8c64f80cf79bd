import { z } from 'zod';
import type { FieldProblems } from './edit-problem.ts';
import { memberInput } from './member-input.ts';
import type { EditConflict } from './merge-edits.ts';
import { type Profile, type ProfileValues, profileFields } from './profile.ts';

/** Longer than any field may be: what is too long is told at the field. */
const entry = z.string().max(2_000);
const entries = z.record(z.enum(profileFields), entry);

export const editInput = memberInput.extend({
  /** The values that the form was opened with. */
  base: entries,
  values: entries,
  tan: z.string().trim().max(100),
});
export type EditInput = z.infer<typeof editInput>;

/** What became of an edit. */
export type EditOutcome =
  | { kind: 'saved'; profile: Profile }
  | { kind: 'invalid'; problems: FieldProblems }
  /** Somebody else changed the same fields since the form was opened: this person chooses. */
  | { kind: 'changedMeanwhile'; conflicts: EditConflict[]; now: ProfileValues }
  | { kind: 'gone' };
