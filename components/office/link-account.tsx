'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TextField } from '#components/ui/field.tsx';
import type { AccountSearch, LinkOutcome } from '#lib/wire/staff.ts';
import { FormDialog } from './form-dialog.tsx';

export interface LinkAccountProps {
  name: string;
  /** The address to sign in with; the account may have another one. */
  email: string;
  /** Null where it failed, which was said already. */
  onSearch(email: string): Promise<AccountSearch | null>;
  onLink(email: string, accountId: string): Promise<LinkOutcome | null>;
  onClose(): void;
}

/** Finds the colleague's own account at the platform, shows whose it is, and links it once that is confirmed. */
export function LinkAccount({ name, email: address, onSearch, onLink, onClose }: LinkAccountProps) {
  const t = useTranslations('office.staff');
  const [email, setEmail] = useState(address);
  const [found, setFound] = useState<Extract<AccountSearch, { kind: 'found' }> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const change = (text: string) => {
    setEmail(text);
    setFound(null);
    setProblem(null);
  };
  const search = async () => {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setProblem(t('emailInvalid'));
    const answer = await onSearch(email.trim());
    if (answer === null) return;
    if (answer.kind === 'found') return setFound(answer);
    setProblem(t(answer.kind === 'unknown' ? 'accountUnknown' : 'accountWithoutMembership'));
  };
  const link = async (accountId: string) => {
    const outcome = await onLink(email.trim(), accountId);
    if (outcome?.kind === 'takenByColleague') setProblem(t('accountTaken', { name: outcome.name }));
  };

  return (
    <FormDialog
      title={t('linkTitle', { name })}
      description={t('linkText')}
      submit={t(found ? 'actions.linkAccount' : 'lookUp')}
      onSubmit={() => (found ? link(found.accountId) : search())}
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
