'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskContent } from '#lib/wire/tasks.ts';
import { NotLinkedNote } from './notes.tsx';
import { choiceOfDay, DueField, dayOfChoice, TaskWords } from './task-fields.tsx';

interface TaskEditFormProps {
  task: TaskContent;
  today: string;
  /** Whether this person can save it here: what is written stays for somebody who can. */
  maySave: boolean;
  onSave(content: TaskContent): void;
  onCancel(): void;
}

/** Changes what a task says. */
export function TaskEditForm({ task, today, maySave, onSave, onCancel }: TaskEditFormProps) {
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const [name, setName] = useState(task.name);
  const [type, setType] = useState(task.type ?? 'GENERAL');
  const [due, setDue] = useState(() => choiceOfDay(task.dueDate, today));
  const [isTried, setTried] = useState(false);
  const dueDate = dayOfChoice(due, today);
  const isNameMissing = name.trim() === '';
  // a type that the provider added later stays where it stands
  const types: string[] = taskTypes.some((known) => known === type) ? [...taskTypes] : [type, ...taskTypes];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!maySave || isNameMissing || dueDate === null) return;
    const isTypeKept = task.type === null && type === 'GENERAL';
    onSave({ name: name.trim(), type: isTypeKept ? null : type, dueDate });
  };

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TaskWords
        name={name}
        type={type}
        types={types}
        isNameMissed={isTried && isNameMissing}
        onName={setName}
        onType={setType}
      />
      <DueField value={due} error={isTried && dueDate === null ? t('dueMissing') : undefined} onChange={setDue} />
      {!maySave && <NotLinkedNote />}
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
