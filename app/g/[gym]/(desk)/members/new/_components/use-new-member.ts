import { useState } from 'react';
import { createMember, lookUpEmail } from '#app/g/[gym]/(desk)/members/new/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import type { NewMemberObstacle } from '#components/new-member/choice.tsx';
import { beginNewMember, isEntered, type NewMember, withField } from '#components/new-member/new-member.ts';
import { withoutMended } from '#components/person/mistakes.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type FieldProblems, type FormField, profileFields, tanField } from '#lib/wire/members.ts';
import type { EmailAnswer } from '#lib/wire/new-member.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

type Step = { kind: 'email' } | { kind: 'known'; member: MemberSummary } | { kind: 'form'; isFormer: boolean };

/** What the last attempt said. */
interface Answered {
  problems: FieldProblems;
  obstacle: NewMemberObstacle | null;
}

const nothing: Answered = { problems: {}, obstacle: null };

/** The way of a new member, from the e-mail address on. What was entered stays, whatever comes in between. */
export function useNewMember(
  locationId: string,
  onCreated: (member: { accountId: string; displayName: string }) => Promise<void>,
) {
  const t = useTranslations('newMember');
  const [step, setStep] = useState<Step>({ kind: 'email' });
  const [member, setMember] = useState<NewMember | null>(null);
  /** As the desk proposed it; null where there is nothing more to save. */
  const [begun, setBegun] = useState<NewMember | null>(null);
  const [answered, setAnswered] = useState(nothing);
  const lookUp = useAction(lookUpEmail);
  // until the page of the new member opens, nobody creates them again
  const creation = useAction(createMember, {
    onDone: (outcome) => {
      if (outcome.kind !== 'created') return;
      setBegun(null);
      return onCreated(outcome);
    },
  });

  const continueWith = async (email: string) => {
    const answer = await lookUp.run({ locationId, email });
    if (!answer?.ok) return;
    if (answer.value.kind === 'member') return setStep({ kind: 'known', member: answer.value.member });
    if (member) setMember(withField(member, 'email', email));
    else {
      const first = begin(email, answer.value);
      setMember(first);
      setBegun(first);
    }
    setStep({ kind: 'form', isFormer: answer.value.kind === 'former' });
  };

  const create = async (wanted: NewMember) => {
    setMember(wanted);
    setAnswered(nothing);
    const result = await creation.run({ locationId, values: wanted.values, tan: wanted.tan });
    if (!result?.ok || result.value.kind === 'created') return;
    if (result.value.kind === 'invalid') setAnswered({ ...nothing, problems: result.value.problems });
    else setAnswered({ ...nothing, obstacle: result.value });
  };

  const change = (next: NewMember) => {
    const changed = profileFields.filter((field) => next.values[field] !== member?.values[field]);
    const fields: FormField[] = next.tan === member?.tan ? changed : [...changed, tanField];
    setMember(next);
    setAnswered((before) => ({ ...before, problems: withoutMended(before.problems, fields) }));
  };

  const toEmail = () => {
    setAnswered(nothing);
    lookUp.forgetFailure();
    creation.forgetFailure();
    setStep({ kind: 'email' });
  };
  const isIncomplete = lookUp.error?.code === 'invalidInput';
  return {
    step,
    member,
    /** Whether something was entered that is lost with the page, whatever is asked at the moment. */
    isUnsaved: member !== null && begun !== null && isEntered(begun, member),
    change,
    isPending: lookUp.isPending || creation.isPending,
    failure: isIncomplete ? t('email.incomplete') : (lookUp.failure ?? creation.failure),
    ...answered,
    continueWith,
    create,
    toEmail,
  };
}

const begin = (email: string, answer: Exclude<EmailAnswer, { kind: 'member' }>) =>
  beginNewMember(email, answer, answer.kind === 'former' ? answer.person : null);
