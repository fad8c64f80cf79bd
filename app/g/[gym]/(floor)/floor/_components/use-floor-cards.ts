import { useCallback, useMemo } from 'react';
import type { FloorCardData } from '#components/floor/floor-filter.ts';
import { showWaiting } from '#lib/browser/changes/show-waiting.ts';
import { type JustDone, withJustDone } from '#lib/browser/changes/with-just-done.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskTemplate } from '#lib/wire/task-templates.ts';
import type { FloorMember, FloorView, TaskChangeRequest, TaskView } from '#lib/wire/tasks.ts';

interface FloorCardsOptions {
  floor: FloorView | undefined;
  /** Changes that the desk's list does not include yet. */
  unseen: readonly TaskChangeRequest[];
  justDone: readonly JustDone[];
  /** The name of the signed-in user. */
  person: string;
}

interface Listed extends Omit<FloorMember, 'tasks'> {
  tasks: readonly TaskView[];
}

/** The cards of the floor: the desk's list with the changes of this screen. */
export function useFloorCards({ floor, unseen, justDone, person }: FloorCardsOptions) {
  const t = useTranslations('tasks.templates');
  const show = useCallback(
    (member: Listed): FloorCardData => {
      const me = { name: person, isMe: true };
      const options = {
        accountId: member.accountId,
        me,
        nameOfTemplate: (template: TaskTemplate) => t(template),
      };
      return { ...member, tasks: showWaiting(member.tasks, unseen, options) };
    },
    [unseen, person, t],
  );
  const leaveOpen = useCallback(
    (shown: FloorCardData): FloorCardData => {
      const done = justDone.filter((one) => one.accountId === shown.accountId);
      return { ...shown, tasks: withJustDone(shown.tasks, done) };
    },
    [justDone],
  );
  const shown = useMemo(() => (floor?.members ?? []).map(show), [floor, show]);
  const cards = useMemo(() => shown.map(leaveOpen), [shown, leaveOpen]);
  return {
    cards,
    /** The same members, each with the completed tasks too. */
    shown,
    /** Applies the changes of this screen to the tasks of a member. */
    show,
    /** Of the tasks of a member, the open ones and those that can still be undone. */
    leaveOpen,
  };
}
