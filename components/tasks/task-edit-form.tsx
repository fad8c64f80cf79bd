'use client';

import { useForm } from '#components/hooks/use-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskContent } from '#lib/wire/task-content.ts';
import { choiceOfDay, taskForm } from '#lib/wire/task-form.ts';
import { NotLinkedNote } from './notes.tsx';
import { DueField, TaskWords } from './task-fields.tsx';

interface TaskEditFormProps {
  task: TaskContent;
  today: string;
  /** Whether the user can save here; if not, the text stays for one who can. */
  maySave: boolean;
  onSave(content: TaskContent): void;
  onCancel(): void;
}

/** The form for editing a task. */
export function TaskEditForm({ task, today, maySave, onSave, onCancel }: TaskEditFormProps) {
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const form = useForm(taskForm(today, task), {
    initial: { name: task.name, type: task.type ?? 'GENERAL', due: choiceOfDay(task.dueDate, today) },
    mistakeOf: () => true,
  });
  const { name, type, due } = form.values;
  const dueMistake = due.choice === 'pick' && form.mistakes.due ? t('dueMissing') : undefined;
  // a type that the provider added later stays available
  const types: string[] = taskTypes.some((known) => known === type) ? [...taskTypes] : [type, ...taskTypes];

  const submit = form.submit(({ due: dueDate, ...words }) => {
    if (!maySave) return;
    const isTypeKept = task.type === null && words.type === 'GENERAL';
    onSave({ name: words.name, type: isTypeKept ? null : words.type, dueDate });
  });

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TaskWords
        name={name}
        type={type}
        types={types}
        isNameMissed={form.mistakes.name ?? false}
        onName={(typed) => form.change({ name: typed })}
        onType={(chosen) => form.change({ type: chosen })}
      />
      <DueField value={due} error={dueMistake} onChange={(changed) => form.change({ due: changed })} />
      {!maySave && <NotLinkedNote />}
      <Problem>{form.failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onCancel}>{common('cancel')}</Button>
        {maySave && (
          <Button look="main" type="submit">
            {t('save')}
          </Button>
        )}
      </div>
    </form>
  );
}
