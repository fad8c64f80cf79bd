'use client';

import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { longestEmail } from '#contracts/v2/primitives.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type AccountSearch, accountSearchInput, type LinkOutcome } from '#lib/wire/staff.ts';

interface LinkAccountProps {
  name: string;
  /** The sign-in address; the account may have another one. */
  email: string;
  onSearch(email: string): Promise<ActionResult<AccountSearch>>;
  onLink(email: string, accountId: string): Promise<ActionResult<LinkOutcome>>;
  onLinked(): Promise<unknown>;
  onClose(): void;
}

/** Searches for the colleague's own account at the platform, shows its owner, and links it after confirmation. */
export function LinkAccount({ name, email: address, onSearch, onLink, onLinked, onClose }: LinkAccountProps) {
  const t = useTranslations('office.staff');
  const [found, setFound] = useState<Extract<AccountSearch, { kind: 'found' }> | null>(null);
  const search = useAction(onSearch);
  const link = useAction(({ email, accountId }: { email: string; accountId: string }) => onLink(email, accountId), {
    onDone: ({ kind }) => (kind === 'linked' ? onLinked() : undefined),
  });
  const form = useForm(accountSearchInput, {
    initial: { email: address },
    action: {
      isPending: search.isPending || link.isPending,
      failure: search.failure ?? link.failure,
      forgetFailure: () => {
        search.forgetFailure();
        link.forgetFailure();
      },
    },
    mistakeOf: () => t('emailInvalid'),
  });

  const lookUp = async (email: string) => {
    const answer = await search.run(email);
    if (!answer?.ok) return answer;
    const account = answer.value;
    switch (account.kind) {
      case 'found':
        setFound(account);
        break;
      case 'unknown':
        form.refuse({ email: t('accountUnknown') });
        break;
      case 'noMembership':
        form.refuse({ email: t('accountWithoutMembership') });
        break;
      default:
        account satisfies never;
    }
    return answer;
  };
  const confirm = async (email: string, accountId: string) => {
    const linked = await link.run({ email, accountId });
    if (linked?.ok && linked.value.kind !== 'linked')
      form.refuse({ email: t('accountTaken', { name: linked.value.name }) });
    return linked;
  };
  const submit = form.submit(({ email }) => (found ? confirm(email, found.accountId) : lookUp(email)));
  const { onChange, ...email } = form.field('email');

  return (
    <FormDialog
      title={t('linkTitle', { name })}
      description={t('linkText')}
      submit={t(found ? 'actions.linkAccount' : 'lookUp')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...email}
        data-autofocus
        label={t('email')}
        hint={t('emailHint')}
        error={form.mistakes.email}
        type="email"
        autoComplete="off"
        maxLength={longestEmail}
        onChange={(event) => {
          onChange(event);
          setFound(null);
        }}
      />
      <p role="status" className="rounded-md bg-accent-soft px-4 py-3 text-accent empty:hidden">
        {found && t('accountFound', { name: found.name })}
      </p>
    </FormDialog>
  );
}
