'use client';

import { addPasskey, beginPasskey, postponePasskey } from '#app/account/actions.ts';
import { useAddPasskey } from '#components/account/use-add-passkey.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { usePasskeysOffered } from '#components/hooks/use-passkeys.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface AddPasskeyProps {
  next: string;
  /** Whether the person may give others access, which they cannot until they have a passkey. */
  givesAccess: boolean;
}

/** Adds the passkey that a gym requires, or puts it off until the next sign-in. */
export function AddPasskey({ next, givesAccess }: AddPasskeyProps) {
  const t = useTranslations('addPasskey');
  const passkeys = useTranslations('newPasskey');
  const isOffered = usePasskeysOffered();
  const goOn = () => window.location.assign(next);
  const add = useAddPasskey({ onBegin: () => beginPasskey({}), onAdd: addPasskey, onAdded: goOn });
  const postpone = useAction(() => postponePasskey({}), { onDone: goOn });
  return (
    <div className="grid gap-4">
      <Problem>{add.problem ? passkeys(`problems.${add.problem}`) : (add.failure ?? postpone.failure)}</Problem>
      {isOffered ? (
        <PendingButton look="main" isPending={add.isPending} onClick={() => void add.run()}>
          {passkeys('add')}
        </PendingButton>
      ) : (
        <p>{passkeys('notOffered')}</p>
      )}
      <PendingButton isPending={postpone.isPending} onClick={() => void postpone.run()}>
        {t('later')}
      </PendingButton>
      <p className="text-ink-soft text-sm">{t(givesAccess ? 'laterTextOfManager' : 'laterText')}</p>
    </div>
  );
}
