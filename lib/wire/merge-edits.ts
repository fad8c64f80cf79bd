import { type EditConflict, type ProfileValues, profileFields } from './members.ts';

interface MergedEdits {
  /** The fields to write in order to apply this user's edits. */
  changes: Partial<ProfileValues>;
  conflicts: EditConflict[];
}

/**
 * Three-way merge of a user's edits with the changes made since the form was opened. Only a field that both changed to
 * different values is a conflict.
 * @param base the values when the form was opened
 */
export function mergeEdits(base: ProfileValues, mine: ProfileValues, now: ProfileValues): MergedEdits {
  const merged: MergedEdits = { changes: {}, conflicts: [] };
  for (const field of profileFields) {
    const entered = mine[field].trim();
    const isMine = entered !== base[field];
    if (!isMine || entered === now[field]) continue;
    if (now[field] === base[field]) merged.changes[field] = entered;
    else merged.conflicts.push({ field, mine: entered, theirs: now[field] });
  }
  return merged;
}
