import type { TaskContent } from '#lib/wire/tasks.ts';

// a day is text that sorts; what has none comes last
const dueKey = ({ dueDate }: Pick<TaskContent, 'dueDate'>) => dueDate ?? '9999';

export const byDueDay = (a: Pick<TaskContent, 'dueDate'>, b: Pick<TaskContent, 'dueDate'>): number =>
  dueKey(a).localeCompare(dueKey(b));

/** What is due first, first; of the same day always in the same order. */
export const byUrgency = (a: TaskContent & { id: string }, b: TaskContent & { id: string }): number =>
  byDueDay(a, b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
