import type { ActionResult } from '#lib/wire/action-result.ts';
import { type ContentChange, type ContentField, contentFields, type TaskContent } from '#lib/wire/task-content.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';
import type { ChangeStore } from './change-store.ts';

type EditRequest = Extract<TaskChangeRequest, { kind: 'edit' }>;

/**
 * Edits of a task that the desk has not recorded, because another user has changed the same field: their user has to
 * decide.
 */
export interface TaskConflict {
  /** The id of the first of the edits. */
  changeId: string;
  /** The edits, oldest first, each with the fields that are not decided. */
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

/** A user's decision about fields of a task: it ends what is asked about earlier edits of them, in all windows. */
export interface Decision {
  staffId: string;
  taskId: string;
  fields: readonly ContentField[];
  /** The time (`at`) of the last edit that it is about. */
  until: number;
}

export interface Conflicts {
  /** In the order in which they arose. */
  getState(): readonly TaskConflict[];
  subscribe(listener: () => void): () => void;
  /**
   * Removes one, after its user has decided.
   * @param isSaved resolves once the edit that replaces it is saved: until then the store keeps what it replaces
   */
  end(changeId: string, isSaved?: Promise<void>): void;
}

interface ConflictsOptions {
  store: Pick<ChangeStore, 'save' | 'remove'>;
  /** Changes on their way to the desk: a decision may concern some of them too. */
  waiting(): readonly TaskChangeRequest[];
  /** Tells the other windows of this browser, which ask about the same stored edits. */
  tellOthers(decision: Decision): void;
}

/** The conflicts of a window that no user has decided yet. */
export function createConflicts({ store, waiting, tellOthers }: ConflictsOptions) {
  let open: readonly TaskConflict[] = [];
  /** Fields that were decided, here or in another window, while their edit was open here. By id of the change. */
  const decided = new Map<string, ContentField[]>();
  const listeners = new Set<() => void>();
  const become = (next: readonly TaskConflict[]) => {
    open = next;
    for (const listener of listeners) listener();
  };
  /** An edit without its decided fields; null where none is left. */
  const undecidedOf = (request: EditRequest): EditRequest | null => {
    const without = decided.get(request.changeId) ?? [];
    const edits = Object.fromEntries(
      Object.entries(request.edits).filter(([field]) => !without.some((f) => f === field)),
    );
    return Object.keys(edits).length === 0 ? null : { ...request, edits, isUndecided: true };
  };
  const keepUndecided = (request: EditRequest): void => {
    const left = undecidedOf(request);
    void (left ? store.save(left) : store.remove(request.changeId));
  };

  /** Ends what is asked about earlier edits. Their rest is stored once the decision itself is saved. */
  async function apply(decision: Decision, isSaved?: Promise<void>): Promise<void> {
    const { fields } = decision;
    const asked = open.flatMap(({ requests }) => requests).filter((request) => isAbout(decision, request));
    for (const { changeId } of [...asked, ...waiting().filter((request) => isAbout(decision, request))]) {
      decided.set(changeId, [...(decided.get(changeId) ?? []), ...fields]);
    }
    if (asked.length > 0) {
      const left = open.map((conflict) =>
        withRequests(
          conflict,
          conflict.requests.flatMap((r) => undecidedOf(r) ?? []),
        ),
      );
      become(left.filter(({ requests }) => requests.length > 0));
    }
    await isSaved;
    for (const request of asked) keepUndecided(request);
  }

  return {
    getState: () => open,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end(changeId: string, isSaved?: Promise<void>) {
      const ended = open.find((conflict) => conflict.changeId === changeId);
      if (!ended) return;
      const decision = decisionOf(ended, ended.requests.at(-1)?.at ?? 0);
      void apply(decision, isSaved).then(() => tellOthers(decision));
    },
    /** A decision in another window. */
    hearDecision: (decision: Decision) => void apply(decision),
    hear(request: TaskChangeRequest, result: ActionResult<ChangeOutcome>) {
      if (request.kind !== 'edit' || !result.ok) return;
      if (result.value.kind === 'recorded') {
        const decision = decisionOf(request, request.at);
        void apply(decision);
        tellOthers(decision);
      }
      if (result.value.kind !== 'changedMeanwhile') return;
      keepUndecided(request);
      const undecided = undecidedOf(request);
      if (!undecided) return;
      const { changeId, locationId, staffId, taskId } = undecided;
      const { current, member = null } = result.value;
      const before = open.find((conflict) => conflict.taskId === taskId && conflict.staffId === staffId);
      const conflict = before ?? { changeId, locationId, staffId, taskId, requests: [], edits: {}, current, member };
      const requests = inOrder([...conflict.requests, undecided]);
      const merged = withRequests({ ...conflict, current, member }, requests);
      become(before ? open.map((other) => (other === before ? merged : other)) : [...open, merged]);
    },
  };
}

const decisionOf = ({ staffId, taskId, edits }: Pick<EditRequest, 'staffId' | 'taskId' | 'edits'>, until: number) => ({
  staffId,
  taskId,
  fields: contentFields.filter((field) => edits[field]),
  until,
});

const isAbout = ({ staffId, taskId, until }: Decision, request: TaskChangeRequest): boolean =>
  request.kind === 'edit' && request.staffId === staffId && request.taskId === taskId && request.at <= until;

const withRequests = (conflict: TaskConflict, requests: readonly EditRequest[]): TaskConflict => ({
  ...conflict,
  requests,
  edits: mergedEdits(requests),
});

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
