import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { createMember, lookUpEmail } from '#app/(desk)/members/new/actions.ts';
import type { NewMemberObstacle } from '#components/new-member/choice.tsx';
import { beginNewMember, type NewMember, withField } from '#components/new-member/new-member.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import type { FieldProblems } from '#lib/wire/members.ts';
import type { EmailAnswer } from '#lib/wire/new-member.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

type Step = { kind: 'email' } | { kind: 'known'; member: MemberSummary } | { kind: 'form'; isFormer: boolean };

/** What the last attempt said. */
interface Answered {
  failure: string | null;
  problems: FieldProblems;
  obstacle: NewMemberObstacle | null;
}

const nothing: Answered = { failure: null, problems: {}, obstacle: null };

/** The way of a new member, from the e-mail address on. What was entered stays, whatever comes in between. */
export function useNewMember(
  locationId: string,
  onCreated: (member: { accountId: string; displayName: string }) => Promise<void>,
) {
  const t = useTranslations('newMember');
  const notes = useTranslations('notes');
  const router = useRouter();
  const [step, setStep] = useState<Step>({ kind: 'email' });
  const [member, setMember] = useState<NewMember | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [answered, setAnswered] = useState(nothing);

  const sentenceOf = (error: ActionError | undefined, whenInvalid: string | undefined) => {
    if (!error) return t('deskAway');
    if (error.code === 'invalidInput' && whenInvalid) return whenInvalid;
    return notes(error.code, { requestId: error.requestId });
  };
  async function attempt<T>(
    action: () => Promise<ActionResult<T>>,
    onAnswer: (value: T) => void | Promise<void>,
    whenInvalid?: string,
  ) {
    if (isPending) return;
    setIsPending(true);
    setAnswered(nothing);
    const result = await action().catch(() => null);
    if (result?.ok) await onAnswer(result.value);
    else {
      if (result?.error.code === 'signedOut') router.push('/sign-in');
      setAnswered({ ...nothing, failure: sentenceOf(result?.error, whenInvalid) });
    }
    setIsPending(false);
  }

  const continueWith = (email: string) =>
    attempt(
      () => lookUpEmail({ locationId, email }),
      (answer) => {
        if (answer.kind === 'member') return setStep({ kind: 'known', member: answer.member });
        setMember(member ? withField(member, 'email', email) : begin(email, answer));
        setStep({ kind: 'form', isFormer: answer.kind === 'former' });
      },
      t('email.incomplete'),
    );

  const create = (wanted: NewMember) => {
    setMember(wanted);
    return attempt(
      () => createMember({ locationId, values: wanted.values, tan: wanted.tan }),
      async (outcome) => {
        if (outcome.kind === 'invalid') setAnswered({ ...nothing, problems: outcome.problems });
        else if (outcome.kind === 'created') await onCreated(outcome);
        else setAnswered({ ...nothing, obstacle: outcome });
      },
    );
  };

  const toEmail = () => {
    setAnswered(nothing);
    setStep({ kind: 'email' });
  };
  return { step, member, setMember, isPending, ...answered, continueWith, create, toEmail };
}

const begin = (email: string, answer: Exclude<EmailAnswer, { kind: 'member' }>) =>
  beginNewMember(email, answer, answer.kind === 'former' ? answer.person : null);
