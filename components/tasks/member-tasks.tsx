'use client';

import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useSettling } from '#components/hooks/use-settling.ts';
import { Button } from '#components/ui/button.tsx';
import { firstClick } from '#components/ui/first-click.ts';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isPressing } from '#lib/wire/due.ts';
import { DoneButton, TaskLine } from './task-line.tsx';

interface MemberTasksProps {
  /** In display order, including those completed a moment ago. */
  open: readonly ShownTask[];
  done: readonly ShownTask[];
  today: string;
  timeZone: string;
  /** Whether the user can complete tasks here. */
  mayComplete: boolean;
  onDone(taskId: string): void;
  /** Undoes a completion of a moment ago. */
  onUndo(taskId: string): void;
  /** Reopens a completed task. */
  onReopen(taskId: string): void;
  onEdit(task: ShownTask): void;
  onAcknowledge(taskId: string): void;
}

/** The open and completed tasks of a member. */
export function MemberTasks({ open, done, mayComplete, onDone, onUndo, onReopen, onEdit, ...props }: MemberTasksProps) {
  const t = useTranslations('tasks');
  const id = useId();
  const lists = useSettling<HTMLDivElement>('li');
  if (open.length === 0 && done.length === 0) return <p className="text-ink-soft">{t('noneEver')}</p>;
  return (
    <div ref={lists} className="grid gap-3">
      {open.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
      <ul aria-label={t('openList')} className="empty:hidden">
        {open.map((task) => (
          <li key={task.id} id={`${id}-${task.id}`} className="border-line border-t py-3">
            <TaskLine
              task={task}
              {...props}
              actions={
                <>
                  {!task.isCompleted && (
                    <Button look="quiet" aria-describedby={`${id}-${task.id}`} onClick={() => onEdit(task)}>
                      {t('edit')}
                    </Button>
                  )}
                  {mayComplete && (
                    <DoneButton
                      taskId={task.id}
                      isCompleted={task.isCompleted}
                      isPressing={isPressing(task.dueDate, props.today)}
                      describedBy={`${id}-${task.id}`}
                      onDone={onDone}
                      onUndo={onUndo}
                    />
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <details className="group border-line border-t">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md font-medium text-ink-soft">
            <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
            {t('showDone', { count: done.length })}
          </summary>
          <ul aria-label={t('doneList')}>
            {done.map((task) => (
              <li key={task.id} id={`${id}-${task.id}`} className="border-line border-t py-3">
                <TaskLine
                  task={task}
                  {...props}
                  actions={
                    mayComplete && (
                      <Button
                        look="quiet"
                        aria-describedby={`${id}-${task.id}`}
                        onClick={firstClick(() => onReopen(task.id))}
                      >
                        {t('reopen')}
                      </Button>
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
