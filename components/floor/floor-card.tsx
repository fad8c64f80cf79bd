import { Fragment, useId } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { DoneButton, TaskLine } from '#components/tasks/task-line.tsx';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isPressing } from '#lib/wire/due.ts';
import type { FloorCardData } from './floor-filter.ts';

export interface FloorCardProps {
  card: FloorCardData;
  /** Today at the gym. */
  today: string;
  timeZone: string;
  /** Whether the user can complete tasks here. */
  mayComplete: boolean;
  onOpen(accountId: string): void;
  onDone(taskId: string): void;
  onUndo(taskId: string): void;
}

/** The most tasks shown on a card; the member's dialog has the others. */
const mostOnCard = 3;

export function FloorCard({ card, today, timeZone, mayComplete, onOpen, onDone, onUndo }: FloorCardProps) {
  const t = useTranslations();
  const id = useId();
  const details = useFloorDetails(timeZone)(card);
  const trained = useLastTraining(timeZone)(card);
  const { accountId, tasks } = card;
  const shown = tasks.length > mostOnCard ? tasks.slice(0, mostOnCard) : tasks;
  const hidden = tasks.length - shown.length;
  return (
    <div
      className={cn(
        'flex min-w-0 flex-col rounded-lg border border-line bg-surface',
        tasks.length > 0 && 'border-t-5 border-t-accent',
      )}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(accountId)}
        className="flex min-h-20 w-full items-center gap-3.5 rounded-lg px-4 py-3 text-left hover:bg-unknown-soft"
      >
        <Avatar initials={card.initials} photoUrl={card.photoUrl} className="size-15 text-lg" />
        <span className="min-w-0">
          <span id={`${id}-name`} className="block wrap-anywhere font-bold text-2xl leading-tight">
            {card.displayName}
          </span>
          <span className="block text-ink-soft tabular-nums">{details}</span>
          {trained.length > 0 && (
            <span className="block text-ink-soft tabular-nums">
              {trained.map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && ' · '}
                  <span className="whitespace-nowrap">{part}</span>
                </Fragment>
              ))}
            </span>
          )}
        </span>
      </button>
      {tasks.length === 0 ? (
        <p className="px-4 pb-4 text-ink-soft">{t('tasks.none')}</p>
      ) : (
        <ul aria-labelledby={`${id}-name`} className="px-4 pb-1">
          {shown.map((task) => (
            <li key={task.id} id={`${id}-${task.id}`} className="border-line border-t py-3">
              <TaskLine
                task={task}
                today={today}
                timeZone={timeZone}
                actions={
                  mayComplete && (
                    <DoneButton
                      taskId={task.id}
                      isCompleted={task.isCompleted}
                      isPressing={isPressing(task.dueDate, today)}
                      describedBy={`${id}-name ${id}-${task.id}`}
                      onDone={onDone}
                      onUndo={onUndo}
                    />
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button look="quiet" className="mx-2 mb-2" onClick={() => onOpen(accountId)}>
          {t('floor.more', { count: hidden })}
        </Button>
      )}
    </div>
  );
}

/** The time of arrival and the membership type. */
export function useFloorDetails(timeZone: string) {
  const t = useTranslations('floor');
  const { time } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  return ({ since, membershipType }: FloorCardData): string =>
    [t('since', { time: time(since) }), nameType(membershipType)].filter(Boolean).join(' · ');
}

/** The days of the last training and of the last test, as far as they are known: what is not stored is not "never". */
function useLastTraining(timeZone: string) {
  const t = useTranslations('floor');
  const { dayOf } = useLocationFormat(timeZone);
  return ({ training }: FloorCardData): string[] => {
    const { trainedAt = null, testedAt = null } = training ?? {};
    return [
      trainedAt !== null && t('lastTraining', { day: dayOf(trainedAt) }),
      testedAt !== null && t('lastTest', { day: dayOf(testedAt) }),
    ].filter((part) => part !== false);
  };
}
