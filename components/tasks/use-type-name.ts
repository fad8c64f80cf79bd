import { useTranslations } from 'next-intl';
import { taskTypes } from '#contracts/v2/tasks.ts';

/** Names types of tasks. One that the provider added later keeps its own name. */
export function useTypeName(): (type: string) => string {
  const t = useTranslations('tasks.types');
  return (type) => {
    const known = taskTypes.find((candidate) => candidate === type);
    return known ? t(known) : type;
  };
}
