'use client';

import { useEffect, useRef } from 'react';
import { PersonLine } from '#components/person/line.tsx';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

interface NewMemberKnownProps {
  member: MemberSummary;
  /** Whether a scanned card waits to be assigned. */
  hasCard: boolean;
  isPending: boolean;
  onOpen(): void;
  onGiveCard(): void;
  onOtherEmail(): void;
}

/** The e-mail address belongs to a member already: nothing to create. */
export function NewMemberKnown({ member, hasCard, isPending, onOpen, onGiveCard, onOtherEmail }: NewMemberKnownProps) {
  const t = useTranslations('newMember.known');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <p role="status" className="font-semibold text-xl">
        {t('title')}
      </p>
      <PersonLine member={member} />
      <div className="flex flex-wrap gap-2.5">
        {hasCard && (
          <PendingButton ref={first} look="main" isPending={isPending} onClick={onGiveCard}>
            {t('giveCard')}
          </PendingButton>
        )}
        <Button ref={hasCard ? undefined : first} look={hasCard ? 'plain' : 'main'} onClick={onOpen}>
          {t('open')}
        </Button>
        <Button onClick={onOtherEmail}>{t('otherEmail')}</Button>
      </div>
    </div>
  );
}
