'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { type TaskType, taskTypes } from '#contracts/v2/tasks.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type TaskTemplate, taskTemplates } from '#lib/wire/tasks.ts';
import { NotLinkedNote } from './notes.tsx';
import { DueField, type DueValue, dayOfChoice, TaskWords } from './task-fields.tsx';

export interface NewTask {
  what: { template: TaskTemplate } | { name: string; type: TaskType };
  dueDate: string;
}

interface TaskFormProps {
  today: string;
  /** Whether this person can save it here: what is written stays for somebody who can. */
  maySave: boolean;
  onCreate(task: NewTask): void;
  onCancel(): void;
}

/** Sets a task: what, from a template or in own words, and by when. */
export function TaskForm({ today, maySave, onCreate, onCancel }: TaskFormProps) {
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const [template, setTemplate] = useState<TaskTemplate | 'own'>(taskTemplates[0]);
  const [name, setName] = useState('');
  const [type, setType] = useState<TaskType>('GENERAL');
  const [due, setDue] = useState<DueValue>({ choice: 'today', picked: '' });
  const [isTried, setTried] = useState(false);
  const dueDate = dayOfChoice(due, today);
  const isNameMissing = template === 'own' && name.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!maySave || isNameMissing || dueDate === null) return;
    onCreate({ what: template === 'own' ? { name: name.trim(), type } : { template }, dueDate });
  };

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TemplateChoice value={template} onChange={setTemplate} />
      {template === 'own' && (
        <TaskWords<TaskType>
          name={name}
          type={type}
          types={taskTypes}
          isNameMissed={isTried && isNameMissing}
          onName={setName}
          onType={setType}
        />
      )}
      <DueField value={due} error={isTried && dueDate === null ? t('dueMissing') : undefined} onChange={setDue} />
      {!maySave && <NotLinkedNote />}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onCancel}>{common('cancel')}</Button>
        {maySave && (
          <Button look="main" type="submit">
            {t('create')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface TemplateChoiceProps {
  value: TaskTemplate | 'own';
  onChange(value: TaskTemplate | 'own'): void;
}

/** What trainers set most, one press each. */
function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const t = useTranslations('tasks');
  const options = [
    ...taskTemplates.map((template) => ({ value: template, label: t(`templates.${template}`) })),
    { value: 'own' as const, label: t('ownText') },
  ];
  return (
    <ChoiceCards
      label={t('template')}
      value={value}
      options={options}
      onChange={onChange}
      className="flex flex-wrap *:flex-auto"
    />
  );
}
