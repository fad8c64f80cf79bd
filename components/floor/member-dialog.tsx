'use client';

import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useSettling } from '#components/hooks/use-settling.ts';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { NotLinkedNote } from '#components/tasks/notes.tsx';
import { TaskEditForm } from '#components/tasks/task-edit-form.tsx';
import { TaskForm } from '#components/tasks/task-form.tsx';
import { DoneButton, TaskLine } from '#components/tasks/task-line.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskContent } from '#lib/wire/task-content.ts';
import type { NewTask } from '#lib/wire/tasks.ts';
import { useFloorDetails } from './floor-card.tsx';
import type { FloorCardData } from './floor-filter.ts';

interface MemberDialogProps {
  card: FloorCardData;
  /** The member has checked out since the dialog was opened. */
  hasLeft: boolean;
  /** The signed-in user. */
  staff: BegunByProps['staff'];
  today: string;
  timeZone: string;
  /** Whether the user can create and complete tasks here. */
  mayComplete: boolean;
  onClose(): void;
  onDone(taskId: string): void;
  onUndo(taskId: string): void;
  onCreate(accountId: string, task: NewTask): void;
  onEdit(taskId: string, from: TaskContent, to: TaskContent): void;
  onAcknowledge(taskId: string): void;
}

/** All open tasks of a member. */
export function MemberDialog({ card, hasLeft, staff, onClose, onCreate, onEdit, ...props }: MemberDialogProps) {
  const t = useTranslations('tasks');
  const common = useTranslations('common');
  const floor = useTranslations('floor');
  const details = useFloorDetails(props.timeZone);
  const [writing, setWriting] = useState<'new' | ShownTask | null>(null);
  const stop = () => setWriting(null);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={card.displayName}
      description={hasLeft ? floor('hasLeft') : details(card)}
      closeLabel={common('close')}
    >
      {writing !== null && <BegunBy staff={staff} />}
      {writing === 'new' && (
        <TaskForm
          today={props.today}
          maySave={props.mayComplete}
          onCancel={stop}
          onCreate={(task) => {
            onCreate(card.accountId, task);
            stop();
          }}
        />
      )}
      {writing !== null && writing !== 'new' && (
        <TaskEditForm
          task={writing}
          today={props.today}
          maySave={props.mayComplete}
          onCancel={stop}
          onSave={(content) => {
            onEdit(writing.id, writing, content);
            stop();
          }}
        />
      )}
      {writing === null && (
        <>
          <Tasks card={card} {...props} onWrite={setWriting} />
          {props.mayComplete ? (
            <Button className="min-h-14" onClick={() => setWriting('new')}>
              <Plus aria-hidden className="size-5" />
              {t('new')}
            </Button>
          ) : (
            <NotLinkedNote />
          )}
        </>
      )}
    </Dialog>
  );
}

type TasksProps = Omit<MemberDialogProps, 'hasLeft' | 'staff' | 'onClose' | 'onCreate' | 'onEdit'> & {
  onWrite(task: ShownTask): void;
};

function Tasks({ card, today, timeZone, mayComplete, onDone, onUndo, onAcknowledge, onWrite }: TasksProps) {
  const t = useTranslations('tasks');
  const id = useId();
  const list = useSettling<HTMLUListElement>('li');
  if (card.tasks.length === 0) return <p className="text-ink-soft">{t('none')}</p>;
  return (
    <ul ref={list} aria-label={t('openList')}>
      {card.tasks.map((task) => (
        <li key={task.id} id={`${id}-${task.id}`} className="border-line border-t py-4">
          <TaskLine
            task={task}
            today={today}
            timeZone={timeZone}
            onAcknowledge={onAcknowledge}
            actions={
              mayComplete && (
                <>
                  {!task.isCompleted && (
                    <Button
                      look="quiet"
                      className="min-h-14"
                      aria-describedby={`${id}-${task.id}`}
                      onClick={() => onWrite(task)}
                    >
                      {t('edit')}
                    </Button>
                  )}
                  <DoneButton
                    isLarge
                    taskId={task.id}
                    isCompleted={task.isCompleted}
                    isPressing
                    describedBy={`${id}-${task.id}`}
                    onDone={onDone}
                    onUndo={onUndo}
                  />
                </>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
