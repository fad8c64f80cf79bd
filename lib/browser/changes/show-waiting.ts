import { editContent } from '#lib/wire/task-content.ts';
import { type TaskTemplate, typeOfTemplate } from '#lib/wire/task-templates.ts';
import type { Person, TaskChangeRequest, TaskView } from '#lib/wire/tasks.ts';
import { taskIdOf } from './change-queue.ts';

/** A task as a screen renders it, including the changes that the desk does not have yet. */
export interface ShownTask extends TaskView {
  /** Whether a change of it still waits in this browser. */
  isHere: boolean;
}

interface ShowOptions {
  /** The member whose tasks these are. */
  accountId: string;
  me: Person;
  nameOfTemplate: (template: TaskTemplate) => string;
}

/** Optimistic update: applies the changes that wait in this browser to the desk's tasks, so that they show at once. */
export function showWaiting(
  tasks: readonly TaskView[],
  requests: readonly TaskChangeRequest[],
  options: ShowOptions,
): ShownTask[] {
  const shown = new Map<string, ShownTask>(tasks.map((task) => [task.id, { ...task, isHere: false }]));
  for (const request of requests) {
    // the desk asks about it again: it may never take effect
    if (request.kind === 'edit' && request.isUndecided) continue;
    const task = shown.get(taskIdOf(request));
    if (request.kind === 'create') {
      if (!task && request.accountId === options.accountId) shown.set(request.changeId, newTask(request, options));
    } else if (task) {
      shown.set(task.id, { ...changed(task, request, options.me), isHere: true });
    }
  }
  return [...shown.values()];
}

function newTask(
  { changeId, what, dueDate }: Extract<TaskChangeRequest, { kind: 'create' }>,
  { me, nameOfTemplate }: ShowOptions,
): ShownTask {
  const content =
    'template' in what ? { name: nameOfTemplate(what.template), type: typeOfTemplate[what.template] } : what;
  return {
    ...content,
    id: changeId,
    dueDate,
    author: me,
    completer: null,
    isCompleted: false,
    completedAt: null,
    sending: 'waiting',
    isHere: true,
  };
}

function changed(task: ShownTask, request: Exclude<TaskChangeRequest, { kind: 'create' }>, me: Person): ShownTask {
  switch (request.kind) {
    case 'edit':
      return { ...task, ...editContent(task, request.edits) };
    case 'complete': {
      const completedAt = new Date(request.at).toISOString();
      return task.isCompleted ? task : { ...task, isCompleted: true, completedAt, completer: me };
    }
    case 'reopen':
      // an undo undoes its own completion alone
      if (request.undoes !== undefined && task.completer && !task.completer.isMe) return task;
      return { ...task, isCompleted: false, completedAt: null, completer: null };
  }
}
