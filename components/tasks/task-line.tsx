import { Check, CircleAlert, CircleCheck, Clock, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTurning } from '#components/hooks/use-settling.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { firstClick } from '#components/ui/first-click.ts';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { dueOf } from '#lib/wire/due.ts';
import type { Person } from '#lib/wire/tasks.ts';
import { useDueText, useTypeName } from './use-task-text.ts';

interface TaskLineProps {
  task: ShownTask;
  /** Today at the gym. */
  today: string;
  timeZone: string;
  actions?: ReactNode;
  /** Absent where a refused change cannot be dismissed here. */
  onAcknowledge?: (taskId: string) => void;
}

/** A task: name, due day, author, and the sending state of its last change. */
export function TaskLine({ task, today, timeZone, actions, onAcknowledge }: TaskLineProps) {
  const t = useTranslations('tasks');
  const nameType = useTypeName();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {task.isCompleted && <CircleCheck aria-hidden className="size-6 shrink-0 text-accent" />}
      <div className="min-w-32 flex-1 leading-snug">
        <p dir="auto" className={cn('wrap-anywhere text-lg', task.isCompleted && 'text-ink-soft')}>
          {task.name || (task.type === null ? t('title') : nameType(task.type))}
        </p>
        <p className="text-ink-soft text-sm">
          {task.isCompleted ? <DoneText task={task} timeZone={timeZone} /> : <DueText task={task} today={today} />}
          <Sending task={task} />
        </p>
      </div>
      {actions && <div className="ml-auto flex shrink-0 flex-wrap gap-2">{actions}</div>}
      {typeof task.sending === 'object' && (
        <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-attention-soft px-3 py-2 text-attention">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          <p className="min-w-40 flex-1">{t(`refused.${task.sending.refused}`)}</p>
          {onAcknowledge && <Button onClick={() => onAcknowledge(task.id)}>{t('seen')}</Button>}
        </div>
      )}
    </div>
  );
}

function DueText({ task, today }: Pick<TaskLineProps, 'task' | 'today'>) {
  const t = useTranslations('tasks');
  const dueText = useDueText(today);
  const { kind } = dueOf(task.dueDate, today);
  const isLate = kind === 'overdue' || kind === 'yesterday';
  const by = task.author && nameOf(task.author, { me: t('byMe'), other: (name) => t('by', { name }) });
  return (
    <>
      <span className={cn(isLate && 'font-semibold text-ink')}>
        {isLate && <Clock aria-hidden className="mr-1 inline size-4 align-[-0.15em]" />}
        {dueText(task.dueDate)}
      </span>
      {by && ` · ${by}`}
    </>
  );
}

function DoneText({ task, timeZone }: Pick<TaskLineProps, 'task' | 'timeZone'>) {
  const t = useTranslations('tasks');
  const { time } = useLocationFormat(timeZone);
  const who = task.completer && nameOf(task.completer, { me: t('doneByMe'), other: (name) => t('doneBy', { name }) });
  return (
    <>
      {who ?? t('doneBySomebody')}
      {task.completedAt && ` · ${time(task.completedAt)}`}
    </>
  );
}

function Sending({ task }: Pick<TaskLineProps, 'task'>) {
  const t = useTranslations('tasks');
  if (!task.isHere) return task.sending === 'waiting' && ` · ${t('sending')}`;
  return (
    <>
      {' · '}
      <span className="font-semibold text-unconfirmed">{t('waiting')}</span>
    </>
  );
}

const nameOf = ({ name, isMe }: Person, say: { me: string; other: (name: string) => string }) =>
  isMe ? say.me : name === null ? null : say.other(name);

interface DoneButtonProps {
  taskId: string;
  isCompleted: boolean;
  /** Whether the task is due today or overdue. */
  isPressing: boolean;
  /** The id of the element that names the task, for screen readers. */
  describedBy: string;
  isLarge?: boolean;
  onDone(taskId: string): void;
  onUndo(taskId: string): void;
}

/**
 * Completes a task; for some seconds the same button undoes it, in the same place, so that no other button moves under
 * a finger.
 */
export function DoneButton({ taskId, isCompleted, isPressing, describedBy, isLarge, onDone, onUndo }: DoneButtonProps) {
  const t = useTranslations('tasks');
  const button = useTurning<HTMLButtonElement>(String(isCompleted));
  const size = cn('min-w-28', isLarge && 'min-h-14 min-w-36 text-lg');
  if (isCompleted) {
    return (
      <Button ref={button} className={size} aria-describedby={describedBy} onClick={firstClick(() => onUndo(taskId))}>
        <Undo2 aria-hidden className="size-5" />
        {t('undo')}
      </Button>
    );
  }
  return (
    <Button
      ref={button}
      look={isPressing || isLarge ? 'main' : 'plain'}
      className={size}
      aria-describedby={describedBy}
      onClick={firstClick(() => onDone(taskId))}
    >
      <Check aria-hidden className="size-5" />
      {t('done')}
    </Button>
  );
}
