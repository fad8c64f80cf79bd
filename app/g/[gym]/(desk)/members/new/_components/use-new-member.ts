import { useState } from 'react';
import { createMember, lookUpEmail } from '#app/g/[gym]/(desk)/members/new/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import type { NewMemberObstacle } from '#components/new-member/choice.tsx';
import {
  beginNewMember,
  emptyPerson,
  isEntered,
  type NewMember,
  withField,
} from '#components/new-member/new-member.ts';
import { personMistake } from '#components/person/mistake.ts';
import { type PersonDraft, personForm, tanField } from '#lib/wire/members.ts';
import type { EmailAnswer } from '#lib/wire/new-member.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

type Step = { kind: 'email' } | { kind: 'known'; member: MemberSummary } | { kind: 'form'; isFormer: boolean };

/** The steps to a new member, starting with the e-mail address. Input is kept across steps. */
export function useNewMember(
  locationId: string,
  onCreated: (member: { accountId: string; displayName: string }) => Promise<void>,
) {
  const [step, setStep] = useState<Step>({ kind: 'email' });
  /** What is typed in the first step. */
  const [typed, setTyped] = useState('');
  /** The digits of the id proposed by the desk; null before the form was opened. */
  const [idEnding, setIdEnding] = useState<string | null>(null);
  /** The proposed initial values; null where nothing is left to save. */
  const [begun, setBegun] = useState<NewMember | null>(null);
  const [obstacle, setObstacle] = useState<NewMemberObstacle | null>(null);
  const lookUp = useAction(lookUpEmail);
  // pending until the page of the new member opens, so that a second press creates no second one
  const creation = useAction(createMember, {
    onDone: async (outcome) => {
      if (outcome.kind !== 'created') return;
      setBegun(null);
      await onCreated(outcome);
    },
  });

  const form = useForm(personForm, { initial: emptyPerson, action: creation, mistakeOf: personMistake });
  const { [tanField]: tan, ...values } = form.values;
  const member = idEnding === null ? null : { values, tan, idEnding };
  const change = (next: NewMember) => {
    form.change(draftOf(next));
    setIdEnding(next.idEnding);
  };

  const continueWith = async (email: string) => {
    const answer = await lookUp.run({ locationId, email });
    if (!answer?.ok) return answer;
    if (answer.value.kind === 'member') {
      setTyped('');
      setStep({ kind: 'known', member: answer.value.member });
      return answer;
    }
    if (member) change(withField(member, 'email', email));
    else {
      const first = begin(email, answer.value);
      change(first);
      setBegun(first);
    }
    setStep({ kind: 'form', isFormer: answer.value.kind === 'former' });
    return answer;
  };

  const create = async (entered: Pick<NewMember, 'values' | 'tan'>) => {
    setObstacle(null);
    const result = await creation.run({ locationId, ...entered });
    if (!result?.ok) return result;
    if (result.value.kind === 'invalid') form.refuse(result.value.problems);
    else if (result.value.kind !== 'created') setObstacle(result.value);
    return result;
  };
  const toEmail = () => {
    setObstacle(null);
    form.refuse({});
    lookUp.forgetFailure();
    creation.forgetFailure();
    setStep({ kind: 'email' });
  };
  const hasInput = () => {
    if (member === null || begun === null) return step.kind === 'email' && typed !== '';
    // the address of somebody who is a member already is not missed
    return step.kind !== 'known' || isEntered(begun, member);
  };
  return {
    step,
    member,
    /** Whether there is input that would be lost with the page, in whichever step. */
    isUnsaved: hasInput(),
    change,
    typeEmail: setTyped,
    lookUp: { isPending: lookUp.isPending, failure: lookUp.failure, forgetFailure: lookUp.forgetFailure },
    isPending: form.isPending,
    failure: form.failure,
    problems: form.mistakes,
    obstacle,
    continueWith,
    submit: form.submit(create),
    /** Submits again at once with changed values. */
    retry: (wanted: NewMember) => {
      change(wanted);
      form.refuse({});
      void create({ values: wanted.values, tan: wanted.tan });
    },
    toEmail,
  };
}

const draftOf = ({ values, tan }: Pick<NewMember, 'values' | 'tan'>): PersonDraft => ({ ...values, [tanField]: tan });

const begin = (email: string, answer: Exclude<EmailAnswer, { kind: 'member' }>) =>
  beginNewMember(email, answer, answer.kind === 'former' ? answer.person : null);
