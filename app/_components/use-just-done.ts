import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import type { JustDone } from '#lib/browser/changes/with-just-done.ts';

/** How long a completed task stays in place with an undo button. Shorter than the desk's delay before it sends. */
const shownForMs = 8_000;

/**
 * Tasks completed on this screen a moment ago.
 * @param person the name of the signed-in user
 */
export function useJustDone(person: string) {
  const [done, setDone] = useState<readonly (JustDone & { person: string; until: number })[]>([]);
  const first = done[0];
  useEffect(() => {
    if (!first) return;
    const timer = setTimeout(
      () => setDone((all) => all.filter((one) => one !== first)),
      first.until - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [first]);

  const add = useCallback(
    (accountId: string, open: ShownTask) => {
      const task = { ...open, isCompleted: true, completer: { name: person, isMe: true } };
      setDone((all) => [
        ...all.filter((one) => one.task.id !== task.id),
        { accountId, task, person, until: performance.now() + shownForMs },
      ]);
    },
    [person],
  );
  const takeBack = useCallback((taskId: string) => setDone((all) => all.filter(({ task }) => task.id !== taskId)), []);
  // another user has completed nothing yet
  const mine = useMemo(() => done.filter((one) => one.person === person), [done, person]);
  return { done: mine, add, takeBack };
}
