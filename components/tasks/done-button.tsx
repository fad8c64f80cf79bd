import { Check, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#lib/class-names.ts';

interface DoneButtonProps {
  taskId: string;
  isCompleted: boolean;
  /** Whether it should have been done by today. */
  isPressing: boolean;
  /** What it is about, for those who hear the page. */
  describedBy: string;
  isLarge?: boolean;
  onDone(taskId: string): void;
  onUndo(taskId: string): void;
}

/** One press and it is done; another, for some seconds, and it is not. The same place, so that nothing moves under a hand. */
export function DoneButton({ taskId, isCompleted, isPressing, describedBy, isLarge, onDone, onUndo }: DoneButtonProps) {
  const t = useTranslations('tasks');
  const size = cn('min-w-28', isLarge && 'min-h-14 min-w-36 text-lg');
  if (isCompleted) {
    return (
      <Button className={size} aria-describedby={describedBy} onClick={() => onUndo(taskId)}>
        <Undo2 aria-hidden className="size-5" />
        {t('undo')}
      </Button>
    );
  }
  return (
    <Button
      look={isPressing || isLarge ? 'main' : 'plain'}
      className={size}
      aria-describedby={describedBy}
      onClick={() => onDone(taskId)}
    >
      <Check aria-hidden className="size-5" />
      {t('done')}
    </Button>
  );
}
