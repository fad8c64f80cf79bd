'use client';

import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AccountSearch, LinkOutcome } from '#lib/wire/staff.ts';

interface LinkAccountProps {
  name: string;
  /** The address to sign in with; the account may have another one. */
  email: string;
  onSearch(email: string): Promise<ActionResult<AccountSearch>>;
  onLink(email: string, accountId: string): Promise<ActionResult<LinkOutcome>>;
  onLinked(): Promise<unknown>;
  onClose(): void;
}

/** Finds the colleague's own account at the platform, shows whose it is, and links it once that is confirmed. */
export function LinkAccount({ name, email: address, onSearch, onLink, onLinked, onClose }: LinkAccountProps) {
  const t = useTranslations('office.staff');
  const [email, setEmail] = useState(address);
  const [found, setFound] = useState<Extract<AccountSearch, { kind: 'found' }> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const search = useAction(onSearch);
  const link = useAction((accountId: string) => onLink(email.trim(), accountId), {
    onDone: ({ kind }) => (kind === 'linked' ? onLinked() : undefined),
  });

  const change = (text: string) => {
    setEmail(text);
    setFound(null);
    setProblem(null);
  };
  const lookUp = async () => {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setProblem(t('emailInvalid'));
    link.forgetFailure();
    const answer = await search.run(email.trim());
    if (!answer?.ok) return;
    switch (answer.value.kind) {
      case 'found':
        return setFound(answer.value);
      case 'unknown':
        return setProblem(t('accountUnknown'));
      case 'noMembership':
        return setProblem(t('accountWithoutMembership'));
      default:
        answer.value satisfies never;
    }
  };
  const confirm = async (accountId: string) => {
    const linked = await link.run(accountId);
    if (linked?.ok && linked.value.kind === 'takenByColleague') {
      setProblem(t('accountTaken', { name: linked.value.name }));
    }
  };

  return (
    <FormDialog
      title={t('linkTitle', { name })}
      description={t('linkText')}
      submit={t(found ? 'actions.linkAccount' : 'lookUp')}
      isPending={search.isPending || link.isPending}
      failure={search.failure ?? link.failure}
      onSubmit={() => void (found ? confirm(found.accountId) : lookUp())}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={t('email')}
        hint={t('emailHint')}
        error={problem ?? undefined}
        type="email"
        autoComplete="off"
        maxLength={320}
        value={email}
        onChange={(event) => change(event.target.value)}
      />
      <p role="status" className="rounded-md bg-accent-soft px-4 py-3 text-accent empty:hidden">
        {found && t('accountFound', { name: found.name })}
      </p>
    </FormDialog>
  );
}
