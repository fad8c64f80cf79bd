import { useTranslations } from 'next-intl';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { type TaskTemplate, taskTemplates } from '#lib/wire/tasks.ts';

export interface TemplateChoiceProps {
  value: TaskTemplate | 'own';
  onChange(value: TaskTemplate | 'own'): void;
}

/** What trainers set most, one press each. */
export function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
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
