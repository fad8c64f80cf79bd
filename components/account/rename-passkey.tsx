'use client';

import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { longestPasskeyName, type OwnPasskey, renamePasskeyInput } from '#lib/wire/passkeys.ts';

interface RenamePasskeyProps {
  passkey: OwnPasskey;
  onRename(name: string): Promise<ActionResult<null>>;
  onRenamed(): void;
  onClose(): void;
}

export function RenamePasskey({ passkey, onRename, onRenamed, onClose }: RenamePasskeyProps) {
  const t = useTranslations('account.passkeys');
  const rename = useAction(onRename, { onDone: onRenamed });
  const form = useForm(renamePasskeyInput.pick({ name: true }), {
    initial: { name: passkey.name },
    action: rename,
    mistakeOf: () => t('nameMissing'),
  });
  const submit = form.submit(async ({ name }) => (await rename.run(name)) ?? undefined);
  return (
    <FormDialog
      title={t('renameTitle')}
      description={t('renameText')}
      submit={t('save')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        data-autofocus
        label={t('name')}
        error={form.mistakes.name}
        autoComplete="off"
        maxLength={longestPasskeyName}
      />
    </FormDialog>
  );
}
