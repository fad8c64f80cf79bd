'use client';

import { addPasskey, beginPasskey, postponePasskey } from '#app/account/actions.ts';
import { useAddPasskey } from '#components/account/use-add-passkey.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { usePasskeysOffered } from '#components/hooks/use-passkeys.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { postSignOut } from '#lib/browser/queries/session-requests.ts';

interface AddPasskeyProps {
  next: string;
  /** Whether the person may give others access, which they cannot until they have a passkey. */
  givesAccess: boolean;
  /** Until when they may put it off; null where that begins with the next sign-in. */
  dueAt: string | null;
  /** Whether that time has ended. */
  isDue: boolean;
  timeZone: string;
}

/** Adds the passkey that a gym requires, or puts it off until the next sign-in while the person may. */
export function AddPasskey({ next, givesAccess, dueAt, isDue, timeZone }: AddPasskeyProps) {
  const t = useTranslations('addPasskey');
  const header = useTranslations('header');
  const passkeys = useTranslations('newPasskey');
  const isOffered = usePasskeysOffered();
  const { deadline } = useLocationFormat(timeZone);
  const goOn = () => window.location.assign(next);
  const add = useAddPasskey({ onBegin: () => beginPasskey({}), onAdd: addPasskey, onAdded: goOn });
  const postpone = useAction(() => postponePasskey({}), { onDone: goOn });
  const leaving = useAction(postSignOut, { onDone: () => window.location.assign('/sign-in') });
  const failure = add.failure ?? postpone.failure ?? leaving.failure;
  return (
    <div className="grid gap-4">
      {dueAt !== null && <p className="font-medium">{t(isDue ? 'ended' : 'until', { time: deadline(dueAt) })}</p>}
      <Problem>{add.problem ? passkeys(`problems.${add.problem}`) : failure}</Problem>
      {isOffered ? (
        <PendingButton look="main" isPending={add.isPending} onClick={() => void add.run()}>
          {passkeys('add')}
        </PendingButton>
      ) : (
        <p>{passkeys('notOffered')}</p>
      )}
      {isDue ? (
        <>
          <PendingButton isPending={leaving.isPending} onClick={() => void leaving.run()}>
            {header('signOut')}
          </PendingButton>
          <OtherWays givesAccess={givesAccess} />
        </>
      ) : (
        <>
          <PendingButton isPending={postpone.isPending} onClick={() => void postpone.run()}>
            {t('later')}
          </PendingButton>
          <p className="text-ink-soft text-sm">{t(givesAccess ? 'laterTextOfManager' : 'laterText')}</p>
        </>
      )}
    </div>
  );
}

/** What helps whoever cannot add a passkey on this device. */
function OtherWays({ givesAccess }: Pick<AddPasskeyProps, 'givesAccess'>) {
  const t = useTranslations('addPasskey.ways');
  return (
    <div className="grid gap-2 border-line border-t pt-4 text-ink-soft text-sm">
      <h2 className="font-medium text-ink">{t('title')}</h2>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{t('badge')}</li>
        <li>{t(givesAccess ? 'otherManager' : 'manager')}</li>
        <li>{t('operator')}</li>
      </ul>
    </div>
  );
}
