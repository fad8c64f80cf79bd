'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useJustDone } from '#app/_components/use-just-done.ts';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { UnreadableNotice } from '#components/away/unreadable-notice.tsx';
import { ProfileSection } from '#components/profile/section.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { ConflictDialog } from '#components/tasks/conflict-dialog.tsx';
import { MemberTasks } from '#components/tasks/member-tasks.tsx';
import { NotLinkedNote, StaleNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { Button } from '#components/ui/button.tsx';
import { byUrgency } from '#lib/browser/changes/by-urgency.ts';
import { type ShownTask, showWaiting } from '#lib/browser/changes/show-waiting.ts';
import { withJustDone } from '#lib/browser/changes/with-just-done.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { memberTasksQuery } from '#lib/browser/queries/task-queries.ts';
import type { MemberTasksView } from '#lib/wire/tasks.ts';
import type { SectionProps } from './section-props.ts';
import { TaskWriting, type Writing } from './task-writing.tsx';

interface TasksSectionProps extends Omit<SectionProps, 'mayEdit'> {
  staffId: string;
  /** The name of the signed-in user. */
  person: string;
}

/** Open and completed tasks of a member. */
export function TasksSection(props: TasksSectionProps) {
  const t = useTranslations('tasks');
  const { accountId, locationId, staffId } = props;
  const reading = useQuery(memberTasksQuery(locationId, accountId));
  const { data } = reading;
  const changes = useTaskChanges({ locationId, staffId });
  // a refetch after a change of user does not close the form
  const [writing, setWriting] = useState<(Writing & { today: string }) | null>(null);
  return (
    <>
      {data ? (
        <Tasks
          {...props}
          view={data}
          reading={<ReadingState of="tasks" reading={reading} />}
          changes={changes}
          onWrite={(what) => setWriting({ ...what, today: data.today })}
        />
      ) : (
        <ProfileSection id="tasks" title={t('title')}>
          <ReadingState of="tasks" reading={reading} />
        </ProfileSection>
      )}
      {writing && (
        <TaskWriting
          writing={writing}
          today={writing.today}
          // unknown during a refetch after a change of user
          maySave={data?.isLinked !== false}
          onClose={() => setWriting(null)}
          onCreate={(task) => changes.create(accountId, task)}
          onEdit={changes.edit}
        />
      )}
    </>
  );
}

interface TasksProps extends TasksSectionProps {
  view: MemberTasksView;
  /** The notice of a failed refetch. */
  reading: ReactNode;
  changes: ReturnType<typeof useTaskChanges>;
  onWrite(what: Writing): void;
}

function Tasks({ accountId, person, timeZone, view, reading, changes, onWrite }: TasksProps) {
  const t = useTranslations('tasks');
  const templates = useTranslations('tasks.templates');
  const justDone = useJustDone(person, changes);
  const { today, isLinked } = view;
  const shown = showWaiting(view.tasks, changes.unseen, {
    accountId,
    me: { name: person, isMe: true },
    nameOfTemplate: (template) => templates(template),
  });
  const open = withJustDone(shown, justDone.done).sort(byUrgency);
  const isOpen = new Set(open.map(({ id }) => id));

  const finish = (taskId: string) => {
    const task = shown.find(({ id }) => id === taskId);
    if (task) justDone.complete(accountId, task);
  };
  const newButton = (
    <Button onClick={() => onWrite({ kind: 'new' })}>
      <Plus aria-hidden className="size-5" />
      {t('new')}
    </Button>
  );
  return (
    <ProfileSection id="tasks" title={t('title')} actions={isLinked ? newButton : undefined}>
      {reading}
      <WaitingChanges count={changes.waitingCount} cause={changes.cause} onRetry={changes.retryNow} />
      <ConflictDialog
        conflicts={changes.conflicts}
        today={today}
        onKeepMine={changes.keepMine}
        onKeepTheirs={changes.keepTheirs}
      />
      <UnreadableNotice of="changes" count={changes.unreadableCount} onRemove={changes.removeUnreadable} />
      {!isLinked && <NotLinkedNote />}
      <StaleNote asOf={view.asOf} staleBecause={view.staleBecause} timeZone={timeZone} />
      <MemberTasks
        open={open}
        done={shown.filter(({ id }: ShownTask) => !isOpen.has(id))}
        today={today}
        timeZone={timeZone}
        mayComplete={isLinked}
        onDone={finish}
        onUndo={justDone.undo}
        onReopen={changes.reopen}
        onEdit={(task) => onWrite({ kind: 'edit', task })}
        onAcknowledge={changes.acknowledge}
      />
    </ProfileSection>
  );
}
