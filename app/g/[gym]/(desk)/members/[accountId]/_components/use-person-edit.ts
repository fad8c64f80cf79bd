import { useState } from 'react';
import type { Action } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import type { Choice } from '#components/person/conflicts.tsx';
import { personMistake } from '#components/person/mistake.ts';
import {
  type EditConflict,
  type EditInput,
  type EditOutcome,
  type FormField,
  type PersonDraft,
  type ProfileField,
  type ProfileValues,
  personForm,
  profileFields,
  tanField,
} from '#lib/wire/members.ts';

interface Meanwhile {
  conflicts: EditConflict[];
  choices: Partial<Record<ProfileField, Choice>>;
  isChoiceMissing: boolean;
}

const nothing: Meanwhile = { conflicts: [], choices: {}, isChoiceMissing: false };
/** Fields added by a later version of the desk are unknown to this page. */
const draftOf = (values: ProfileValues): PersonDraft =>
  ({
    ...Object.fromEntries(profileFields.map((field) => [field, values[field]])),
    [tanField]: '',
  }) as PersonDraft; // safe because: it has each of them

/** The state of the form of a member, from opening to saving. */
export function usePersonEdit(opened: ProfileValues, action: Action<EditInput, EditOutcome>) {
  /** The values on opening or, after a conflict, the current ones. */
  const [base, setBase] = useState(opened);
  const [meanwhile, setMeanwhile] = useState(nothing);
  const form = useForm(personForm, { initial: draftOf(opened), action, mistakeOf: personMistake });
  const choose = (field: ProfileField, choice: Choice) =>
    setMeanwhile((before) => ({ ...before, choices: { ...before.choices, [field]: choice } }));

  return {
    form,
    base,
    ...meanwhile,
    enter: (field: FormField, value: string) => {
      form.change({ [field]: value });
      if (field !== tanField) choose(field, 'mine');
    },
    choose: (conflict: EditConflict, choice: Choice) => {
      form.change({ [conflict.field]: conflict[choice] });
      choose(conflict.field, choice);
    },
    /** @returns whether the form can be sent */
    check: (): boolean => {
      const isChoiceMissing = meanwhile.conflicts.some(({ field }) => !meanwhile.choices[field]);
      setMeanwhile({ ...meanwhile, isChoiceMissing });
      return !isChoiceMissing;
    },
    meet: (outcome: Extract<EditOutcome, { kind: 'invalid' | 'changedMeanwhile' }>): undefined => {
      if (outcome.kind === 'invalid') return form.refuse(outcome.problems);
      const { now, conflicts } = outcome;
      setBase(now);
      setMeanwhile({ ...nothing, conflicts });
      form.beginAnew(draftOf(now), takeOver(base, form.values, now));
    },
  };
}

/** Takes over the current values of fields that the user has not changed. */
function takeOver(base: ProfileValues, values: PersonDraft, now: ProfileValues): PersonDraft {
  const taken = { ...values };
  for (const field of profileFields) if (values[field] === base[field]) taken[field] = now[field];
  return taken;
}
