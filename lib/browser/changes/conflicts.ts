import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ContentChange, TaskContent } from '#lib/wire/task-content.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';

/** An edit that the desk has not recorded, because another user has changed the same field: its user has to decide. */
export interface TaskConflict {
  changeId: string;
  locationId: string;
  /** The user who has to decide: the edits are shown to no other user. */
  staffId: string;
  taskId: string;
  edits: ContentChange;
  /** The current content of the task. */
  current: TaskContent;
  /** The name of the member; null where it is unknown. */
  member: string | null;
}

export interface Conflicts {
  /** In the order in which they arose. */
  getState(): readonly TaskConflict[];
  subscribe(listener: () => void): () => void;
  /** Removes one, after its user has decided. */
  end(changeId: string): void;
}

/** The conflicts of a window that no user has decided yet. */
export function createConflicts(): Conflicts & {
  hear(request: TaskChangeRequest, result: ActionResult<ChangeOutcome>): void;
} {
  let open: readonly TaskConflict[] = [];
  const listeners = new Set<() => void>();
  const become = (next: readonly TaskConflict[]) => {
    open = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => open,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: (changeId) => become(open.filter((conflict) => conflict.changeId !== changeId)),
    hear(request, result) {
      if (request.kind !== 'edit' || !result.ok || result.value.kind !== 'changedMeanwhile') return;
      const { changeId, locationId, staffId, taskId, edits } = request;
      const { current, member = null } = result.value;
      become([...open, { changeId, locationId, staffId, taskId, edits, current, member }]);
    },
  };
}
