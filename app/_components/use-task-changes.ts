import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { acknowledge as acknowledgeOnDesk } from '#app/task-actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useFailures } from '#components/hooks/use-failures.ts';
import { toast } from '#components/ui/toast.ts';
import { isNotAllowed } from '#lib/browser/base/not-allowed.ts';
import type { ChangeQueueState } from '#lib/browser/changes/change-queue.ts';
import { changesOfWindow, type WindowChanges } from '#lib/browser/changes/changes-of-window.ts';
import type { TaskConflict } from '#lib/browser/changes/conflicts.ts';
import { holdsPage } from '#lib/browser/changes/holds-page.ts';
import { newChange } from '#lib/browser/changes/new-change.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { taskKeysOf } from '#lib/browser/queries/task-queries.ts';
import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type ContentChange,
  contentChange,
  contentFields,
  rebaseEdits,
  type TaskContent,
} from '#lib/wire/task-content.ts';
import type { ChangeOutcome, NewTask, TaskChangeRequest } from '#lib/wire/tasks.ts';

const idle: ChangeQueueState = { requests: [], cause: null, unreadable: [], notUnderstood: [] };
const noConflicts: readonly TaskConflict[] = [];
const neverChanges = () => () => {};

/** A user's task changes on their way to the desk. */
export function useTaskChanges({ locationId, staffId }: TapPlace) {
  const failures = useFailures();
  const { run: acknowledge } = useAction(acknowledgeOnDesk, { tellsByNote: true });
  const problems = useTranslations('tasks.problem');
  const queryClient = useQueryClient();
  const [queue, setQueue] = useState<WindowChanges | null>(null);
  /** The desk has recorded them; the lists on the screen do not include them yet. */
  const [recorded, setRecorded] = useState<readonly TaskChangeRequest[]>([]);
  /** The ids of those that it has recorded since the page was opened. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());

  const onOutcome = useEffectEvent((outcome: ChangeOutcome) => {
    switch (outcome.kind) {
      case 'recorded':
      // the dialog asks about it, on this page or on the next one that has it
      case 'changedMeanwhile':
        return;
      case 'memberUnknown':
      case 'notLinked':
      case 'otherPerson':
      case 'taskGone':
        toast.error(problems(outcome.kind));
    }
  });
  const onAnswer = useEffectEvent((request: TaskChangeRequest, result: ActionResult<ChangeOutcome>, tells: boolean) => {
    if (!result.ok) {
      // at another gym, it is told there
      if (!tells || (isNotAllowed(result) && request.locationId !== locationId)) return;
      return failures.tell(result.error);
    }
    if (tells) onOutcome(result.value);
    setRecorded((others) => [...others, request]);
    if (result.value.kind === 'recorded') setAccepted((others) => new Set(others).add(request.changeId));
    const isRead = taskKeysOf(request.locationId).map((queryKey) => queryClient.invalidateQueries({ queryKey }));
    void Promise.allSettled(isRead).then(() => setRecorded((others) => others.filter((other) => other !== request)));
  });

  useEffect(() => {
    const opened = changesOfWindow();
    setQueue(opened);
    return opened.listen((request, result, tells) => onAnswer(request, result, tells));
  }, []);
  useEffect(() => queue?.setUser(staffId), [queue, staffId]);
  const state = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.getState ?? (() => idle), () => idle);
  const conflicts = useSyncExternalStore(
    queue?.conflicts.subscribe ?? neverChanges,
    queue?.conflicts.getState ?? (() => noConflicts),
    () => noConflicts,
  );

  const actions = useMemo(() => {
    const place = { locationId, staffId };
    const edit = (taskId: string, edits: ContentChange) =>
      queue?.add({ ...newChange(place), kind: 'edit', taskId, edits });
    return {
      /** @returns the id of the change, by which it can be undone */
      complete: (taskId: string) => {
        const change = newChange(place);
        queue?.add({ ...change, kind: 'complete', taskId });
        return change.changeId;
      },
      /** Undoes one completion. */
      undo: (taskId: string, undoes: string) => queue?.add({ ...newChange(place), kind: 'reopen', taskId, undoes }),
      /** Reopens a task, whoever completed it. */
      reopen: (taskId: string) => queue?.add({ ...newChange(place), kind: 'reopen', taskId }),
      create: (accountId: string, task: NewTask) =>
        queue?.add({ ...newChange(place), kind: 'create', accountId, ...task }),
      /** Creates a task under an id shared by all who may create it: however often it is sent, it is one task. */
      createOnce: (changeId: string, accountId: string, task: NewTask) =>
        queue?.add({ ...newChange(place), changeId, kind: 'create', accountId, ...task }),
      edit: (taskId: string, from: TaskContent, to: TaskContent) => {
        const edits = contentChange(from, to);
        if (contentFields.some((field) => edits[field])) edit(taskId, edits);
      },
      keepMine: ({ changeId, taskId, edits, current }: TaskConflict) => {
        const isSaved = edit(taskId, rebaseEdits(edits, current));
        queue?.conflicts.end(changeId, isSaved);
      },
      keepTheirs: ({ changeId }: TaskConflict) => queue?.conflicts.end(changeId),
    };
  }, [queue, locationId, staffId]);
  const retryNow = useCallback(() => queue?.retryNow(), [queue]);
  const removeUnreadable = useCallback(() => queue?.removeUnreadable(), [queue]);
  const unseen = useMemo(
    () => [...recorded, ...state.requests].filter((request) => request.locationId === locationId),
    [recorded, state.requests, locationId],
  );
  const mine = useMemo(
    () => conflicts.filter((conflict) => conflict.staffId === staffId && conflict.locationId === locationId),
    [conflicts, staffId, locationId],
  );

  return {
    ...actions,
    acknowledge: (taskId: string) => void acknowledge({ locationId, taskId }),
    retryNow,
    /** The number of changes stored in this browser that cannot be decrypted. */
    unreadableCount: state.unreadable.length,
    removeUnreadable,
    /** Of the signed-in user, in the order in which they are to be decided: another user's conflict waits for that user. */
    conflicts: mine,
    /** Optimistic changes to apply on top of the desk's data of this location. */
    unseen,
    accepted,
    /** Whether this page must not reload yet, because of changes that it has not shown as done. */
    holdsPage: holdsPage(unseen, state.notUnderstood),
    /** How many changes wait in this browser because the desk cannot be reached. */
    waitingCount: state.cause ? state.requests.length : 0,
    /** Why they wait. */
    cause: state.cause,
  };
}
