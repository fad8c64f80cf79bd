'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useJustDone } from '#app/_components/use-just-done.ts';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { ProfileSection } from '#components/profile/section.tsx';
import { ConflictDialog } from '#components/tasks/conflict-dialog.tsx';
import { MemberTasks } from '#components/tasks/member-tasks.tsx';
import { NotLinkedNote, StaleNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { byUrgency } from '#lib/changes/by-urgency.ts';
import { type ShownTask, showWaiting } from '#lib/changes/show-waiting.ts';
import { withJustDone } from '#lib/changes/with-just-done.ts';
import { memberTasksQuery } from '#lib/queries/task-queries.ts';
import type { MemberTasksView } from '#lib/wire/tasks.ts';
import type { SectionProps } from './section-props.ts';
import { TaskWriting, type Writing } from './task-writing.tsx';

interface TasksSectionProps extends Omit<SectionProps, 'mayEdit'> {
  staffId: string;
  /** Name of who is signed in. */
  person: string;
}

/** What is to be done with a member, and what was done. */
export function TasksSection(props: TasksSectionProps) {
  const t = useTranslations('tasks');
  const { data, isError } = useQuery(memberTasksQuery(props.locationId, props.accountId));
  if (data) return <Tasks {...props} view={data} />;
  return (
    <ProfileSection id="tasks" title={t('title')}>
      {isError ? (
        <p className="text-attention">{t('failed')}</p>
      ) : (
        <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
    </ProfileSection>
  );
}

function Tasks({
  accountId,
  locationId,
  staffId,
  person,
  timeZone,
  view,
}: TasksSectionProps & { view: MemberTasksView }) {
  const t = useTranslations('tasks');
  const templates = useTranslations('tasks.templates');
  const [writing, setWriting] = useState<Writing | null>(null);
  const changes = useTaskChanges({ locationId, staffId });
  const justDone = useJustDone(person);
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
    if (task) justDone.add(accountId, task);
    changes.complete(taskId);
  };
  const undo = (taskId: string) => {
    justDone.takeBack(taskId);
    changes.reopen(taskId);
  };
  const newButton = (
    <Button onClick={() => setWriting({ kind: 'new' })}>
      <Plus aria-hidden className="size-5" />
      {t('new')}
    </Button>
  );
  return (
    <ProfileSection id="tasks" title={t('title')} actions={isLinked ? newButton : undefined}>
      <WaitingChanges count={changes.waitingCount} onRetry={changes.retryNow} />
      {!isLinked && <NotLinkedNote />}
      <StaleNote asOf={view.asOf} staleBecause={view.staleBecause} timeZone={timeZone} />
      <MemberTasks
        open={open}
        done={shown.filter(({ id }: ShownTask) => !isOpen.has(id))}
        today={today}
        timeZone={timeZone}
        mayComplete={isLinked}
        onDone={finish}
        onUndo={undo}
        onEdit={(task) => setWriting({ kind: 'edit', task })}
        onAcknowledge={changes.acknowledge}
      />
      {writing && (
        <TaskWriting
          writing={writing}
          today={today}
          onClose={() => setWriting(null)}
          onCreate={(task) => changes.create(accountId, task)}
          onEdit={changes.edit}
        />
      )}
      {changes.conflict && (
        <ConflictDialog
          conflict={changes.conflict}
          today={today}
          onKeepMine={changes.keepMine}
          onKeepTheirs={changes.keepTheirs}
        />
      )}
    </ProfileSection>
  );
}
