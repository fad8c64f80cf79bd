'use client';

import { useState } from 'react';
import { useForm } from '#components/hooks/use-form.ts';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskContent } from '#lib/wire/task-content.ts';
import { choiceOfDay, taskForm } from '#lib/wire/task-form.ts';
import { DueField, TaskWords } from './task-fields.tsx';
import { TaskFormEnd } from './task-form-end.tsx';

interface TaskEditFormProps {
  task: TaskContent;
  today: string;
  maySave: boolean;
  onSave(content: TaskContent): void;
  onCancel(): void;
}

/** The form for editing a task. */
export function TaskEditForm({ task, today, maySave, onSave, onCancel }: TaskEditFormProps) {
  const t = useTranslations('tasks');
  // at midnight "today" would become another day than that of the task
  const [openedOn] = useState(today);
  const form = useForm(taskForm(openedOn, task), {
    initial: { name: task.name, type: task.type ?? 'GENERAL', due: choiceOfDay(task.dueDate, openedOn) },
    mistakeOf: () => true,
  });
  const { name, type, due } = form.values;
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
      <DueField
        value={due}
        isMissed={form.mistakes.due ?? false}
        onChange={(changed) => form.change({ due: changed })}
      />
      <TaskFormEnd submit={t('save')} maySave={maySave} failure={form.failure} onCancel={onCancel} />
    </form>
  );
}
