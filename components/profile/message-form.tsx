'use client';

import { CheckCheck, CircleHelp } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { TextAreaField, TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { longestDeeplink, longestMessage, type MessageDraft } from '#lib/wire/members.ts';
import { FoldedSection } from './folded-section.tsx';

interface MessageFormProps extends MessageDraft {
  /** Names the author of the text, if that is another user. */
  begunBy: ReactNode;
  onChange(changed: Partial<MessageDraft>): void;
  /** The outcome of the last message; null while the next one is being written. */
  outcome: { kind: 'sent'; time: string } | { kind: 'unsure' } | null;
  isTextMissing: boolean;
  failure: string | null;
  isPending: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** A push message to the member's phone. The platform does not report whether it is read, so neither does the form. */
export function MessageForm({ text, deeplink, onChange, outcome, isTextMissing, ...props }: MessageFormProps) {
  const t = useTranslations('memberMessage');
  return (
    <FoldedSection
      id="message"
      title={t('title')}
      waits={(text !== '' || deeplink !== '') && <p className="text-attention">{t('unsent')}</p>}
      isWanted={isTextMissing || outcome?.kind === 'unsure' || props.failure !== null}
    >
      <form noValidate method="post" onSubmit={props.onSubmit} className="grid gap-4">
        {props.begunBy}
        <PendingFields isPending={props.isPending}>
          <TextAreaField
            name="text"
            label={t('text')}
            hint={t('count', { count: text.length, max: longestMessage })}
            error={isTextMissing ? t('textMissing') : undefined}
            maxLength={longestMessage}
            value={text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
          <TextField
            name="deeplink"
            label={t('deeplink')}
            hint={t('deeplinkHint')}
            maxLength={longestDeeplink}
            autoComplete="off"
            spellCheck={false}
            value={deeplink}
            onChange={(event) => onChange({ deeplink: event.target.value })}
          />
        </PendingFields>
        <PendingButton type="submit" className="justify-self-start" isPending={props.isPending}>
          {t(outcome?.kind === 'unsure' ? 'sendAgain' : 'send')}
        </PendingButton>
      </form>
      <p role="status" className="flex items-start gap-2.5 empty:hidden">
        {outcome?.kind === 'sent' && (
          <>
            <CheckCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {t('sent', { time: outcome.time })}
          </>
        )}
        {outcome?.kind === 'unsure' && (
          <>
            <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {t('unsure')}
          </>
        )}
      </p>
      <Problem>{props.failure}</Problem>
    </FoldedSection>
  );
}
