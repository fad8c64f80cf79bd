'use client';

import { useForm } from '#components/hooks/use-form.ts';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { type TaskType, taskTypes } from '#contracts/v2/tasks.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { newTaskForm } from '#lib/wire/task-form.ts';
import { type TaskTemplate, taskTemplates } from '#lib/wire/task-templates.ts';
import type { NewTask } from '#lib/wire/tasks.ts';
import { DueField, TaskWords } from './task-fields.tsx';
import { TaskFormEnd } from './task-form-end.tsx';

interface TaskFormProps {
  today: string;
  maySave: boolean;
  onCreate(task: NewTask): void;
  onCancel(): void;
}

/** The form of a new task: from a template or with its own name, and a due day. */
export function TaskForm({ today, maySave, onCreate, onCancel }: TaskFormProps) {
  const t = useTranslations('tasks');
  const form = useForm(newTaskForm(today), {
    initial: {
      template: taskTemplates[0],
      name: '',
      type: 'GENERAL',
      due: { choice: 'today', picked: '' },
    },
    mistakeOf: () => true,
  });
  const { template, name, type, due } = form.values;

  return (
    <form onSubmit={form.submit((task) => void (maySave && onCreate(task)))} className="grid gap-5">
      <TemplateChoice value={template} onChange={(chosen) => form.change({ template: chosen })} />
      {template === 'own' && (
        <TaskWords<TaskType>
          name={name}
          type={type}
          types={taskTypes}
          isNameMissed={form.mistakes.name ?? false}
          onName={(typed) => form.change({ name: typed })}
          onType={(chosen) => form.change({ type: chosen })}
        />
      )}
      <DueField
        value={due}
        isMissed={form.mistakes.due ?? false}
        onChange={(changed) => form.change({ due: changed })}
      />
      <TaskFormEnd submit={t('create')} maySave={maySave} failure={form.failure} onCancel={onCancel} />
    </form>
  );
}

interface TemplateChoiceProps {
  value: TaskTemplate | 'own';
  onChange(value: TaskTemplate | 'own'): void;
}

/** The most common tasks, one press each. */
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
