'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ContentChange, type ContentField, contentFields, type TaskContent } from '#lib/wire/task-content.ts';
import { useDueText, useTypeName } from './use-task-text.ts';

export interface TaskConflict {
  /** The user who has to decide: the edits are shown to no other user. */
  staffId: string;
  taskId: string;
  edits: ContentChange;
  /** The current content of the task. */
  current: TaskContent;
}

interface ConflictDialogProps {
  conflict: TaskConflict;
  today: string;
  onKeepMine(conflict: TaskConflict): void;
  onKeepTheirs(): void;
}

/** Two users changed the same field: the later one sees the other's change, and decides. */
export function ConflictDialog({ conflict, today, onKeepMine, onKeepTheirs }: ConflictDialogProps) {
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const say = useFieldText(today);
  const labels = { name: t('name'), type: t('type'), dueDate: t('due') };
  const fields = contentFields.filter((field) => conflict.edits[field]);
  return (
    <Dialog
      isOpen
      hasInput
      onOpenChange={onKeepTheirs}
      title={t('conflict.title')}
      description={t('conflict.description')}
      closeLabel={common('close')}
    >
      <table className="w-full text-left">
        <thead className="text-ink-soft text-sm">
          <tr>
            <th scope="col" className="sr-only">
              {t('conflict.field')}
            </th>
            <th scope="col" className="py-1 pr-4 font-medium">
              {t('conflict.theirs')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('conflict.mine')}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="border-line border-t align-top">
              <th scope="row" className="sr-only">
                {labels[field]}
              </th>
              <td className="break-words py-2 pr-4">{say(field, conflict.current[field])}</td>
              <td className="break-words py-2 font-semibold">{say(field, conflict.edits[field]?.to ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onKeepTheirs}>{t('conflict.keepTheirs')}</Button>
        <Button look="main" onClick={() => onKeepMine(conflict)}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </Dialog>
  );
}

function useFieldText(today: string): (field: ContentField, value: string | null) => string {
  const dueText = useDueText(today);
  const nameType = useTypeName();
  return (field, value) => {
    switch (field) {
      case 'name':
        return value ?? '';
      case 'type':
        return nameType(value ?? 'GENERAL');
      case 'dueDate':
        return dueText(value);
    }
  };
}
