import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { acknowledge as acknowledgeOnDesk } from '#app/task-actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useFailures } from '#components/hooks/use-failures.ts';
import type { TaskConflict } from '#components/tasks/conflict-dialog.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ChangeQueueState } from '#lib/browser/changes/change-queue.ts';
import { changesOfWindow, type WindowChanges } from '#lib/browser/changes/changes-of-window.ts';
import { holdsPage } from '#lib/browser/changes/holds-page.ts';
import { newChange } from '#lib/browser/changes/new-change.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { taskKeysOf } from '#lib/browser/queries/task-queries.ts';
import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type ChangeOutcome,
  type ContentChange,
  contentChange,
  contentFields,
  type NewTask,
  rebaseEdits,
  type TaskChangeRequest,
  type TaskContent,
} from '#lib/wire/tasks.ts';

const idle: ChangeQueueState = { requests: [], cause: null, unreadable: [], notUnderstood: [] };
const neverChanges = () => () => {};

/** What somebody at a screen does with tasks, on its way to the desk. */
export function useTaskChanges({ locationId, staffId }: TapPlace) {
  const failures = useFailures();
  const { run: acknowledge } = useAction(acknowledgeOnDesk, { tellsByNote: true });
  const problems = useTranslations('tasks.problem');
  const queryClient = useQueryClient();
  const [queue, setQueue] = useState<WindowChanges | null>(null);
  /** The desk has them, and the lists on the screen do not show them yet. */
  const [recorded, setRecorded] = useState<readonly TaskChangeRequest[]>([]);
  const [conflict, setConflict] = useState<TaskConflict | null>(null);

  const onOutcome = useEffectEvent((request: TaskChangeRequest, outcome: ChangeOutcome) => {
    switch (outcome.kind) {
      case 'recorded':
        return;
      case 'changedMeanwhile':
        if (request.kind !== 'edit') return;
        return setConflict({
          staffId: request.staffId,
          taskId: request.taskId,
          edits: request.edits,
          current: outcome.current,
        });
      case 'memberUnknown':
      case 'notLinked':
      case 'otherPerson':
      case 'taskGone':
        toast.error(problems(outcome.kind));
    }
  });
  const onAnswer = useEffectEvent((request: TaskChangeRequest, result: ActionResult<ChangeOutcome>, tells: boolean) => {
    if (!result.ok) {
      if (!tells) return;
      return failures.tell(result.error);
    }
    if (tells) onOutcome(request, result.value);
    setRecorded((others) => [...others, request]);
    const isRead = taskKeysOf(request.locationId).map((queryKey) => queryClient.invalidateQueries({ queryKey }));
    void Promise.allSettled(isRead).then(() => setRecorded((others) => others.filter((other) => other !== request)));
  });

  useEffect(() => {
    const opened = changesOfWindow();
    setQueue(opened);
    return opened.listen((request, result, tells) => onAnswer(request, result, tells));
  }, []);
  const state = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.getState ?? (() => idle), () => idle);

  const actions = useMemo(() => {
    const place = { locationId, staffId };
    const edit = (taskId: string, edits: ContentChange) =>
      queue?.add({ ...newChange(place), kind: 'edit', taskId, edits });
    return {
      complete: (taskId: string) => queue?.add({ ...newChange(place), kind: 'complete', taskId }),
      reopen: (taskId: string) => queue?.add({ ...newChange(place), kind: 'reopen', taskId }),
      create: (accountId: string, task: NewTask) =>
        queue?.add({ ...newChange(place), kind: 'create', accountId, ...task }),
      /** Sets a task under an id that all who may set it share: however many do, it is one. */
      createOnce: (changeId: string, accountId: string, task: NewTask) =>
        queue?.add({ ...newChange(place), changeId, kind: 'create', accountId, ...task }),
      edit: (taskId: string, from: TaskContent, to: TaskContent) => {
        const edits = contentChange(from, to);
        if (contentFields.some((field) => edits[field])) edit(taskId, edits);
      },
      keepMine: ({ taskId, edits, current }: TaskConflict) => {
        setConflict(null);
        edit(taskId, rebaseEdits(edits, current));
      },
      keepTheirs: () => setConflict(null),
    };
  }, [queue, locationId, staffId]);
  const retryNow = useCallback(() => queue?.retryNow(), [queue]);
  const removeUnreadable = useCallback(() => queue?.removeUnreadable(), [queue]);
  const unseen = useMemo(
    () => [...recorded, ...state.requests].filter((request) => request.locationId === locationId),
    [recorded, state.requests, locationId],
  );

  return {
    ...actions,
    acknowledge: (taskId: string) => void acknowledge({ locationId, taskId }),
    retryNow,
    /** How many changes of this browser cannot be opened any more. */
    unreadableCount: state.unreadable.length,
    removeUnreadable,
    /** Of who is signed in: one of somebody else waits for them. */
    conflict: conflict?.staffId === staffId ? conflict : null,
    /** To be shown on top of what the desk says of this location. */
    unseen,
    /** Whether this very page has to stay for a change of this location. */
    holdsPage: holdsPage(unseen, state.notUnderstood),
    /** What waits in this browser since the desk cannot take it. */
    waitingCount: state.cause ? state.requests.length : 0,
    /** Why it waits. */
    cause: state.cause,
  };
}
