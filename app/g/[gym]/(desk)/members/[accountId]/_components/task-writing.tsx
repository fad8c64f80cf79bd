'use client';

import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { TaskEditForm } from '#components/tasks/task-edit-form.tsx';
import { TaskForm } from '#components/tasks/task-form.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskContent } from '#lib/wire/task-content.ts';
import type { NewTask } from '#lib/wire/tasks.ts';

export type Writing = { kind: 'new' } | { kind: 'edit'; task: ShownTask };

interface TaskWritingProps {
  writing: Writing;
  today: string;
  /** Whether this user can create and edit tasks here. */
  maySave: boolean;
  onClose(): void;
  onCreate(task: NewTask): void;
  onEdit(taskId: string, from: TaskContent, to: TaskContent): void;
}

/** The dialog that creates or edits a task. */
export function TaskWriting({ writing, today, maySave, onClose, onCreate, onEdit }: TaskWritingProps) {
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const { staff } = useReception();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(writing.kind === 'new' ? 'new' : 'editTitle')}
      description={t(writing.kind === 'new' ? 'newText' : 'editText')}
      closeLabel={common('close')}
    >
      <BegunBy staff={staff} />
      {writing.kind === 'new' ? (
        <TaskForm
          today={today}
          maySave={maySave}
          onCancel={onClose}
          onCreate={(task) => {
            onCreate(task);
            onClose();
          }}
        />
      ) : (
        <TaskEditForm
          task={writing.task}
          today={today}
          maySave={maySave}
          onCancel={onClose}
          onSave={(content) => {
            onEdit(writing.task.id, writing.task, content);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
