import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import type { Action } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { TextAreaField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { InactiveMember } from '#lib/wire/inactive-members.ts';
import { longestMessage } from '#lib/wire/members.ts';
import { messagesForm, messageUndoS } from '#lib/wire/messages.ts';
import { dayMs } from '#shared/calendar/durations.ts';

interface MessageDialogProps {
  recipients: readonly InactiveMember[];
  /** The text at first. */
  draft: string;
  /** The action that sends it. */
  sending: Pick<Action<never, unknown>, 'isPending' | 'failure' | 'forgetFailure'>;
  onSend(text: string): void;
  /** @param text what was written until then */
  onClose(text: string): void;
}

/** So many recipients are named; of the others, there is the number. */
const mostNamed = 12;
const recentDays = 7;

/** A message to several members, with a preview of what each of them gets. */
export function MessageDialog({ recipients, draft, sending, onSend, onClose }: MessageDialogProps) {
  const t = useTranslations('whoStaysAway.message');
  const form = useForm(messagesForm, { initial: { text: draft }, action: sending, mistakeOf: () => t('textMissing') });
  const { text } = form.values;
  // a text from before the dialog was closed is sent nowhere yet
  useUnsaved(text.trim() !== '');
  const named = recipients.slice(0, mostNamed).map(({ displayName }) => displayName);
  const recently = recipients.filter(
    ({ message }) =>
      message && message.progress !== 'refused' && Date.parse(message.at) > Date.now() - recentDays * dayMs,
  ).length;
  return (
    <FormDialog
      title={t('title', { count: recipients.length })}
      description={t('about', { seconds: messageUndoS })}
      submit={t('send', { count: recipients.length })}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={form.submit((message) => void onSend(message.text))}
      onClose={() => onClose(text)}
    >
      <TextAreaField
        {...form.field('text')}
        data-autofocus
        label={t('text')}
        hint={t('length', { count: text.length, max: longestMessage })}
        error={form.mistakes.text}
        maxLength={longestMessage}
      />
      <section aria-label={t('preview')} className="grid gap-1.5">
        <h3 className="font-medium">{t('preview')}</h3>
        <p
          dir="auto"
          className="wrap-anywhere max-w-sm whitespace-pre-wrap rounded-lg border border-line bg-unknown-soft px-4 py-2.5"
        >
          {text.trim() === '' ? <span className="text-ink-soft">{t('empty')}</span> : text.trim()}
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {t('to', { names: named.join(', '), others: recipients.length - named.length })}
        </p>
        {recently > 0 && (
          <p className="font-medium text-attention text-sm">{t('recently', { count: recently, days: recentDays })}</p>
        )}
      </section>
    </FormDialog>
  );
}
