import { type EditConflict, type ProfileValues, profileFields } from './members.ts';

interface MergedEdits {
  /** What has to be written for this person's edits to hold. */
  changes: Partial<ProfileValues>;
  conflicts: EditConflict[];
}

/**
 * Brings a person's edits together with what has become of the member since the form was opened. Only a field that
 * both changed, and not to the same value, needs a choice.
 * @param base the values the form was opened with
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
