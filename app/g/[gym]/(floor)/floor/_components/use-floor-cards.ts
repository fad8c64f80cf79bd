import { useMemo } from 'react';
import type { FloorCardData } from '#components/floor/floor-filter.ts';
import { showWaiting } from '#lib/browser/changes/show-waiting.ts';
import { type JustDone, withJustDone } from '#lib/browser/changes/with-just-done.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { FloorView, TaskChangeRequest } from '#lib/wire/tasks.ts';

interface FloorCardsOptions {
  floor: FloorView | undefined;
  /** Changes that the desk's list does not include yet. */
  unseen: readonly TaskChangeRequest[];
  justDone: readonly JustDone[];
  /** The name of the signed-in user. */
  person: string;
}

/** The cards of the floor: the desk's list with the changes of this screen. */
export function useFloorCards({ floor, unseen, justDone, person }: FloorCardsOptions): FloorCardData[] {
  const t = useTranslations('tasks.templates');
  return useMemo(() => {
    const me = { name: person, isMe: true };
    return (floor?.members ?? []).map((member) => {
      const { accountId } = member;
      const shown = showWaiting(member.tasks, unseen, { accountId, me, nameOfTemplate: (template) => t(template) });
      const done = justDone.filter((one) => one.accountId === accountId);
      return { ...member, tasks: withJustDone(shown, done) };
    });
  }, [floor, unseen, justDone, person, t]);
}
