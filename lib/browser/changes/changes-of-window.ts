import { isNotAllowed } from '#lib/browser/base/not-allowed.ts';
import { onSessionChange } from '#lib/browser/queries/session-change.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';
import { type ChangeQueue, type ChangeQueueOptions, createChangeQueue } from './change-queue.ts';
import { createBrowserChangeStore } from './change-store.ts';
import { type Conflicts, createConflicts } from './conflicts.ts';
import { type DecisionChannel, openDecisionChannel } from './decision-channel.ts';
import { sendChange } from './send-change.ts';

/** @param tells whether this listener is the one that shows the result to the user */
type Listener = (request: TaskChangeRequest, result: ActionResult<ChangeOutcome>, tells: boolean) => void;

export interface WindowChanges extends Omit<ChangeQueue, 'dispose' | 'restore' | 'noteSignIn'> {
  /** Subscribes to the results of changes. The first listener also receives the results that had no listener. */
  listen(listener: Listener): () => void;
  /** They outlive a page too: another one may be shown when the desk answers. */
  conflicts: Conflicts;
}

let changes: WindowChanges | null = null;

/** The queue of this window. It outlives every page, so that no change is lost on navigation. */
export function changesOfWindow(): WindowChanges {
  changes ??= openForWindow();
  return changes;
}

function openForWindow(): WindowChanges {
  const store = createBrowserChangeStore();
  const { queue, listen, conflicts } = createHeardQueue({
    store,
    send: sendChange,
    otherWindows: openDecisionChannel(),
  });
  window.addEventListener('online', queue.retryNow);
  // a page without access to its gym does not show who signs in
  onSessionChange(queue.noteSignIn);
  window.addEventListener('beforeunload', (event) => {
    const undecided = conflicts.getState().flatMap(({ requests }) => requests);
    if (![...queue.getState().requests, ...undecided].every(store.keeps)) event.preventDefault();
  });
  void queue.restore();
  return { ...queue, listen, conflicts };
}

/** A queue that keeps its results until there is a listener, and conflicts until they are decided. */
export function createHeardQueue({
  otherWindows,
  ...options
}: Omit<ChangeQueueOptions, 'onAnswer'> & { otherWindows: DecisionChannel }): {
  queue: ChangeQueue;
  listen: WindowChanges['listen'];
  conflicts: Conflicts;
} {
  const conflicts = createConflicts({
    store: options.store,
    waiting: () => queue.getState().requests,
    tellOthers: otherWindows.tell,
  });
  otherWindows.listen(conflicts.hearDecision);
  const listeners = new Set<Listener>();
  const unheard: [TaskChangeRequest, ActionResult<ChangeOutcome>][] = [];
  const queue = createChangeQueue({
    ...options,
    onAnswer: (request, result) => {
      conflicts.hear(request, result);
      // a change that is not allowed now is kept for a user who may send it: the next page is told what became of it then
      if (listeners.size === 0 && !isNotAllowed(result)) unheard.push([request, result]);
      for (const [index, listener] of [...listeners].entries()) listener(request, result, index === 0);
    },
  });
  return {
    queue,
    conflicts,
    listen: (listener) => {
      listeners.add(listener);
      for (const [request, result] of unheard.splice(0)) listener(request, result, true);
      return () => listeners.delete(listener);
    },
  };
}
