'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '#app/account/actions.ts';
import { PasskeyRow } from '#components/account/passkey-row.tsx';
import { RenamePasskey } from '#components/account/rename-passkey.tsx';
import { useAddPasskey } from '#components/account/use-add-passkey.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { usePasskeysOffered } from '#components/hooks/use-passkeys.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type OwnPasskey, signsIn } from '#lib/wire/passkeys.ts';

interface PasskeysSectionProps {
  passkeys: readonly OwnPasskey[];
  /** Whether a gym of the person requires one. */
  isRequired: boolean;
  timeZone: string;
}

type Open = { kind: 'rename' | 'remove'; passkey: OwnPasskey };

/** The person's passkeys, with which they sign in instead of the password, and always in addition to it. */
export function PasskeysSection({ passkeys, isRequired, timeZone }: PasskeysSectionProps) {
  const t = useTranslations('account.passkeys');
  const tNew = useTranslations('newPasskey');
  const router = useRouter();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = (note: string) => {
    close();
    toast.success(note);
    router.refresh();
  };
  const isOffered = usePasskeysOffered();
  const add = useAddPasskey({
    onBegin: () => beginPasskey({}),
    onAdd: addPasskey,
    onAdded: (name) => done(t('wasAdded', { name })),
  });
  const usable = passkeys.filter(signsIn);
  const isLast = (passkey: OwnPasskey) => usable.length === 1 && usable.includes(passkey);
  return (
    <OfficeSection title={t('title')} text={t(isRequired ? 'textRequired' : 'text')}>
      {passkeys.length > 0 && (
        <ul aria-label={t('title')}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              timeZone={timeZone}
              onRename={() => setOpen({ kind: 'rename', passkey })}
              onRemove={() => setOpen({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      <Problem>{add.problem ? tNew(`problems.${add.problem}`) : add.failure}</Problem>
      {/* no reload after an update while the browser asks for the new passkey */}
      {add.isPending && <span hidden data-in-use />}
      {isOffered ? (
        <PendingButton className="justify-self-start" isPending={add.isPending} onClick={() => void add.run()}>
          {tNew('add')}
        </PendingButton>
      ) : (
        <p className="text-ink-soft">{tNew('notOffered')}</p>
      )}
      {open?.kind === 'rename' && (
        <RenamePasskey
          passkey={open.passkey}
          onRename={(name) => renamePasskey({ id: open.passkey.id, name })}
          onRenamed={() => done(t('renamed'))}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name: open.passkey.name })}
          description={t(isLast(open.passkey) ? 'removeLastText' : 'removeText')}
          confirm={t('remove')}
          onConfirm={() => removePasskey({ id: open.passkey.id })}
          onDone={({ kind }) => (kind === 'removed' ? done(t('removed')) : toast.error(t('lastOne')))}
          onClose={close}
        >
          {isRequired && isLast(open.passkey) && <p>{t('lastOne')}</p>}
        </ConfirmDialog>
      )}
    </OfficeSection>
  );
}
