import { useState } from 'react';
import type { Choice } from '#components/person/conflicts.tsx';
import { withoutMended } from '#components/person/mistakes.ts';
import {
  type EditConflict,
  type EditOutcome,
  type FieldProblems,
  type FormField,
  type ProfileField,
  type ProfileValues,
  profileFields,
  tanField,
} from '#lib/wire/members.ts';

interface Edit {
  /** What stood there when the form was opened or, after a conflict, when it was seen last. */
  base: ProfileValues;
  values: ProfileValues;
  tan: string;
  problems: FieldProblems;
  conflicts: EditConflict[];
  choices: Partial<Record<ProfileField, Choice>>;
  isChoiceMissing: boolean;
}

const openedWith = (values: ProfileValues): Edit => ({
  base: values,
  values,
  tan: '',
  problems: {},
  conflicts: [],
  choices: {},
  isChoiceMissing: false,
});

/** The state of the form of one person, from opening to saving. */
export function usePersonEdit(opened: ProfileValues) {
  const [edit, setEdit] = useState(() => openedWith(opened));
  const change = (part: Partial<Edit>) => setEdit((before) => ({ ...before, ...part }));

  const isChanged = (field: ProfileField) => edit.values[field] !== edit.base[field];

  return {
    ...edit,
    isUnsaved: edit.tan !== '' || profileFields.some(isChanged),
    enter: (field: FormField, value: string) =>
      setEdit((before) => {
        const problems = withoutMended(before.problems, [field]);
        if (field === tanField) return { ...before, problems, tan: value };
        const choices = { ...before.choices, [field]: 'mine' as const };
        return { ...before, problems, choices, values: { ...before.values, [field]: value } };
      }),
    choose: ({ field, mine, theirs }: EditConflict, choice: Choice) =>
      setEdit((before) => ({
        ...before,
        choices: { ...before.choices, [field]: choice },
        values: { ...before.values, [field]: choice === 'mine' ? mine : theirs },
      })),
    /** @returns whether the form can be sent */
    check: (): boolean => {
      const isChoiceMissing = edit.conflicts.some(({ field }) => !edit.choices[field]);
      change({ isChoiceMissing });
      return !isChoiceMissing;
    },
    meet: (outcome: Extract<EditOutcome, { kind: 'invalid' | 'changedMeanwhile' }>) => {
      if (outcome.kind === 'invalid') return change({ problems: outcome.problems });
      const { now, conflicts } = outcome;
      setEdit((before) => ({
        ...before,
        ...{ base: now, values: takeOver(before, now), problems: {}, conflicts, choices: {}, isChoiceMissing: false },
      }));
    },
  };
}

/** What this person did not touch becomes what it is now. */
function takeOver({ base, values }: Edit, now: ProfileValues): ProfileValues {
  const taken = { ...values };
  for (const field of profileFields) if (values[field] === base[field]) taken[field] = now[field];
  return taken;
}
