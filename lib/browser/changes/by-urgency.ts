import type { TaskContent } from '#lib/wire/task-content.ts';

// a day is text that sorts; tasks without one come last
const dueKey = ({ dueDate }: Pick<TaskContent, 'dueDate'>) => dueDate ?? '9999';

export const byDueDay = (a: Pick<TaskContent, 'dueDate'>, b: Pick<TaskContent, 'dueDate'>): number =>
  dueKey(a).localeCompare(dueKey(b));

/** Earliest due day first, with a stable order within a day. */
export const byUrgency = (a: TaskContent & { id: string }, b: TaskContent & { id: string }): number =>
  byDueDay(a, b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
