import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { type TaskTemplate, taskTemplates } from '#lib/desk/tasks/templates.ts';

export interface TemplateChoiceProps {
  value: TaskTemplate | 'own';
  onChange(value: TaskTemplate | 'own'): void;
}

/** What trainers set most, one press each. */
export function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const t = useTranslations('tasks');
  const name = useId();
  const options = [
    ...taskTemplates.map((template) => ({ value: template, label: t(`templates.${template}`) })),
    { value: 'own' as const, label: t('ownText') },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t('template')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-center rounded-md border border-line bg-surface px-3 py-1.5 leading-tight hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            <span className="min-w-0 break-words">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
