import { useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { MailOutcome } from '#lib/wire/staff.ts';

interface MailLinkProps {
  name: string;
  email: string;
  onMail(): Promise<ActionResult<MailOutcome>>;
}

/** Sends a sign-in link by e-mail, and reports whether it was sent. A sent one cannot be sent again by mistake. */
export function MailLink({ name, email, onMail }: MailLinkProps) {
  const t = useTranslations('office.staff.link');
  const [outcome, setOutcome] = useState<MailOutcome['kind'] | null>(null);
  const mail = useAction(onMail, { onDone: ({ kind }) => setOutcome(kind) });
  const send = () => {
    setOutcome(null);
    return mail.run();
  };
  return (
    <div className="grid w-full gap-2">
      {outcome !== 'sent' && outcome !== 'linkGone' && (
        <PendingButton className="justify-self-start" isPending={mail.isPending} onClick={send}>
          {t('send', { email })}
        </PendingButton>
      )}
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {outcome === 'sent' && t('mail.sent', { email })}
      </p>
      <Problem>{outcome === null || outcome === 'sent' ? mail.failure : t(`mail.${outcome}`, { email, name })}</Problem>
    </div>
  );
}
