'use client';

import { useRouter } from 'next/navigation';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { NewMemberChoice } from '#components/new-member/choice.tsx';
import { NewMemberEmail } from '#components/new-member/email.tsx';
import { NewMemberForm } from '#components/new-member/form.tsx';
import { NewMemberKnown } from '#components/new-member/known.tsx';
import {
  CardNotice,
  EmailLine,
  FormerNotice,
  LapsedCardNotice,
  NewMemberLayout,
} from '#components/new-member/layout.tsx';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { leavePage } from '#lib/browser/page/page-leaving.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import { useCardInHand } from './use-card-in-hand.ts';
import { useNewMember } from './use-new-member.ts';

interface NewMemberScreenProps {
  locationId: string;
  timeZone: string;
}

export function NewMemberScreen({ locationId, timeZone }: NewMemberScreenProps) {
  const t = useTranslations('newMember');
  const router = useRouter();
  const toGym = useGymPath();
  const { card, isLapsed, putAway, isGiving, giveAndOpen } = useCardInHand(locationId);
  const { step, member, isUnsaved, isPending, failure, problems, obstacle, ...the } = useNewMember(
    locationId,
    async (created) => {
      toast.success(t('created', { name: created.displayName }));
      await giveAndOpen(created);
    },
  );
  useUnsaved(isUnsaved);
  const { staff } = useReception();

  return (
    <NewMemberLayout
      notices={
        <>
          {isUnsaved && <BegunBy staff={staff} />}
          {card && step.kind !== 'known' && <CardNotice card={card.value} onPutAway={putAway} />}
          <LapsedCardNotice isLapsed={isLapsed} onPutAway={putAway} />
          {step.kind === 'form' && step.isFormer && <FormerNotice />}
        </>
      }
    >
      {step.kind === 'email' && (
        <NewMemberEmail
          email={member?.values.email ?? ''}
          lookUp={the.lookUp}
          onType={the.typeEmail}
          onContinue={the.continueWith}
        />
      )}
      {step.kind === 'known' && (
        <NewMemberKnown
          member={step.member}
          hasCard={card !== null}
          isPending={isGiving}
          onOpen={() => leavePage(() => router.push(toGym(memberPath(step.member.accountId))))}
          onGiveCard={() => leavePage(() => void giveAndOpen(step.member))}
          onOtherEmail={the.toEmail}
        />
      )}
      {step.kind === 'form' && member && (
        <>
          <EmailLine email={member.values.email} onChange={the.toEmail} />
          <NewMemberForm
            member={member}
            onChange={the.change}
            problems={problems}
            obstacle={
              obstacle && (
                <NewMemberChoice obstacle={obstacle} member={member} onRetry={the.retry} onOtherEmail={the.toEmail} />
              )
            }
            failure={failure}
            isPending={isPending}
            timeZone={timeZone}
            onSubmit={the.submit}
          />
        </>
      )}
    </NewMemberLayout>
  );
}
