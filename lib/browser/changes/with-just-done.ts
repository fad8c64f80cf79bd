import type { ShownTask } from './show-waiting.ts';

/** A task that was completed on this screen a moment ago. */
export interface JustDone {
  accountId: string;
  task: ShownTask;
}

/** The open tasks, and the ones that were just completed, which can still be undone. */
export function withJustDone(shown: readonly ShownTask[], done: readonly JustDone[]): ShownTask[] {
  const isDone = new Set(done.map(({ task }) => task.id));
  const open = shown.filter(({ id, isCompleted }) => !isCompleted && !isDone.has(id));
  const isHere = (id: string) => shown.some((task) => task.id === id && task.isHere);
  return [...open, ...done.map(({ task }) => ({ ...task, isHere: isHere(task.id) }))];
}
