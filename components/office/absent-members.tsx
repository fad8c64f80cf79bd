'use client';

import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { AbsentDecision, AbsentMembers, AbsentOutcome } from '#lib/wire/absent-members.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

interface AbsentMembersNoticeProps {
  absent: AbsentMembers;
  onDecide(decision: AbsentDecision): Promise<ActionResult<AbsentOutcome>>;
  onDecided(): Promise<unknown>;
}

/** Asks a manager what to do with many members that are missing from the platform's lists at once. */
export function AbsentMembersNotice({ absent, onDecide, onDecided }: AbsentMembersNoticeProps) {
  const t = useTranslations('office.absent');
  const { count, of, since } = absent;
  const [isAsking, setAsking] = useState(false);
  const done = (decision: AbsentDecision['decision']) => (outcome: AbsentOutcome) => {
    setAsking(false);
    toast.success(t(outcome.kind === 'over' ? 'over' : `done.${decision}`));
    return onDecided();
  };
  const keep = useAction(() => onDecide({ since, decision: 'keep' }), { onDone: done('keep'), tellsByNote: true });
  return (
    <>
      <Banner
        tone="warning"
        icon={UserRoundX}
        title={t('title', { count, of })}
        action={
          <div className="flex flex-wrap gap-2.5">
            <PendingButton isPending={keep.isPending} onClick={() => void keep.run()}>
              {t('keep')}
            </PendingButton>
            <Button onClick={() => setAsking(true)}>{t('ask')}</Button>
          </div>
        }
      >
        <p>{t('text')}</p>
        <p>{t('choice')}</p>
      </Banner>
      {isAsking && (
        <ConfirmDialog
          title={t('askTitle', { count })}
          description={t('askText')}
          confirm={t('ask')}
          onConfirm={() => onDecide({ since, decision: 'ask' })}
          onDone={done('ask')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
