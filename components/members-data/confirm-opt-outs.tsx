import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ConfirmOptOutInput, ConfirmOptOutOutcome } from '#lib/wire/opt-outs.ts';

interface ConfirmOptOutsProps {
  asked: ConfirmOptOutInput;
  onConfirm(asked: ConfirmOptOutInput): Promise<ActionResult<ConfirmOptOutOutcome>>;
  /** What is said once it is confirmed. */
  note: string;
  onDone(): Promise<unknown>;
  onClose(): void;
}

/** Asks before the data of many opted-out members is deleted. */
export function ConfirmOptOuts({ asked, onConfirm, note, onDone, onClose }: ConfirmOptOutsProps) {
  const t = useTranslations('optOuts');
  return (
    <ConfirmDialog
      title={t('confirmTitle', { count: asked.count })}
      description={t('confirmText')}
      confirm={t('confirm')}
      onConfirm={() => onConfirm(asked)}
      onDone={({ kind }) => {
        if (kind === 'confirmed') toast.success(note);
        else toast.info(t('over'));
        return onDone();
      }}
      onClose={onClose}
    />
  );
}
