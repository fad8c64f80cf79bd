import type { ActionResult } from '#lib/wire/action-result.ts';
import { type ContentChange, contentFields, type TaskContent } from '#lib/wire/task-content.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';

type EditRequest = Extract<TaskChangeRequest, { kind: 'edit' }>;

/**
 * Edits of a task that the desk has not recorded, because another user has changed the same field: their user has to
 * decide.
 */
export interface TaskConflict {
  /** The id of the first of the edits. */
  changeId: string;
  /** The edits as they were sent, oldest first. */
  requests: readonly EditRequest[];
  locationId: string;
  /** The user who has to decide: the edits are shown to no other user. */
  staffId: string;
  taskId: string;
  /** All of them as one: of each field the value before the first and the one of the last. */
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

/**
 * The conflicts of a window that no user has decided yet.
 * @param onEnd called with the edits of a conflict that its user has decided
 */
export function createConflicts(onEnd: (requests: readonly EditRequest[]) => void = () => {}): Conflicts & {
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
    end(changeId) {
      const ended = open.find((conflict) => conflict.changeId === changeId);
      if (!ended) return;
      become(open.filter((conflict) => conflict !== ended));
      onEnd(ended.requests);
    },
    hear(request, result) {
      if (request.kind !== 'edit' || !result.ok || result.value.kind !== 'changedMeanwhile') return;
      const { locationId, staffId, taskId } = request;
      const { current, member = null } = result.value;
      const before = open.find((conflict) => conflict.taskId === taskId && conflict.staffId === staffId);
      const requests = inOrder([...(before?.requests ?? []), request]);
      const changeId = before?.changeId ?? request.changeId;
      const merged = { changeId, requests, locationId, staffId, taskId, edits: mergedEdits(requests), current, member };
      become(before ? open.map((conflict) => (conflict === before ? merged : conflict)) : [...open, merged]);
    },
  };
}

/** Each once: a stored edit may be sent again before it is decided. */
const inOrder = (requests: readonly EditRequest[]): readonly EditRequest[] =>
  [...new Map(requests.map((request) => [request.changeId, request])).values()].toSorted((a, b) => a.at - b.at);

function mergedEdits(requests: readonly EditRequest[]): ContentChange {
  const merged: ContentChange = {};
  for (const { edits } of requests) {
    for (const field of contentFields) {
      const edit = edits[field];
      if (edit) Object.assign(merged, { [field]: { from: (merged[field] ?? edit).from, to: edit.to } });
    }
  }
  return merged;
}
