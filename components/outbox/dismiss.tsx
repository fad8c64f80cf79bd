'use client';

import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextAreaField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { longestReason } from '#lib/wire/admission-reason.ts';
import { dismissForm, type OutboxOutcome, type OutboxRow } from '#lib/wire/outbox.ts';
import { useRowWords } from './use-row-words.ts';

interface DismissProps {
  row: OutboxRow;
  timeZone: string;
  onDismiss(reason: string): Promise<ActionResult<OutboxOutcome>>;
  onDone(outcome: OutboxOutcome): unknown;
  onClose(): void;
}

/** Asks for the reason for which a row of the outbox is never sent. It names the row: the list moves as rows are sent. */
export function Dismiss({ row, timeZone, onDismiss, onDone, onClose }: DismissProps) {
  const t = useTranslations('outbox');
  const { entry } = useRowWords(timeZone);
  const dismiss = useAction(onDismiss, { onDone });
  const form = useForm(dismissForm, {
    initial: { reason: '' },
    action: dismiss,
    mistakeOf: () => t('reasonMissing'),
  });
  return (
    <FormDialog
      title={t('dismissTitle', { entry: entry(row) })}
      description={t('dismissText')}
      submit={t('dismiss')}
      look="danger"
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={form.submit(({ reason }) => dismiss.run(reason))}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('reason')}
        data-autofocus
        label={t('reason')}
        error={form.mistakes.reason}
        maxLength={longestReason}
      />
    </FormDialog>
  );
}
