import { useEffect, useMemo, useState } from 'react';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import type { JustDone } from '#lib/browser/changes/with-just-done.ts';
import type { useTaskChanges } from './use-task-changes.ts';

/**
 * How long completed tasks stay in place with an undo button, whatever the location's `undoS` is: an undo after the desk has sent the
 * completion reopens the task at the platform.
 */
const shownForMs = 8_000;

interface Completion extends JustDone {
  /** The id of the change that completed it. */
  changeId: string;
  person: string;
}

/**
 * Tasks completed on this screen a moment ago. They leave together, some seconds after the last of them was completed, so
 * that no row moves under the hand of a user who works down the list.
 * @param person the name of the signed-in user
 */
export function useJustDone(person: string, changes: Pick<ReturnType<typeof useTaskChanges>, 'complete' | 'undo'>) {
  const [done, setDone] = useState<readonly Completion[]>([]);
  /** The id of the last change that completed one, also where that was undone. */
  const [last, setLast] = useState<string | null>(null);
  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => setDone([]), shownForMs);
    return () => clearTimeout(timer);
  }, [last]);

  const complete = (accountId: string, open: ShownTask) => {
    const changeId = changes.complete(open.id);
    const task = { ...open, isCompleted: true, completer: { name: person, isMe: true } };
    setDone((all) => [...all.filter((one) => one.task.id !== task.id), { accountId, task, changeId, person }]);
    setLast(changeId);
  };
  const undo = (taskId: string) => {
    const completion = done.find(({ task }) => task.id === taskId);
    if (!completion) return;
    setDone((all) => all.filter((one) => one !== completion));
    changes.undo(taskId, completion.changeId);
  };
  // another user has completed nothing yet
  const mine = useMemo(() => done.filter((one) => one.person === person), [done, person]);
  return { done: mine, complete, undo };
}
