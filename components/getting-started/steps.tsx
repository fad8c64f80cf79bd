import { Circle, CircleCheck, CircleSlash } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTurning } from '#components/hooks/use-settling.ts';
import { cn } from '#components/ui/class-names.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import {
  type GettingStarted,
  isOptional,
  type OptionalStep,
  type SetUpStep,
  type SetUpStepView,
} from '#lib/wire/getting-started.ts';
import { MembersLoaded } from './members-loaded.tsx';
import { MembersProgress } from './members-progress.tsx';

/** The room where a step is done. */
const roomOf: Record<SetUpStep, string> = {
  connection: '/office/connection',
  members: '/members',
  colleagues: '/office/staff',
  reader: '/office/readers',
  closingTimes: '/office/gym',
  badges: '/office/staff',
  secondManager: '/office/staff',
};

interface StepsProps extends Pick<GettingStarted, 'steps' | 'reading' | 'memberCount'> {
  timeZone: string;
  /** The step whose waiver is being sent. */
  pending: OptionalStep | null;
  onWaive(step: OptionalStep, isWaived: boolean): void;
}

/** The steps of Getting started, each with the room where it is done. */
export function Steps({ steps, ...list }: StepsProps) {
  const t = useTranslations('gettingStarted');
  return (
    <ol aria-label={t('title')}>
      {steps.map((step) => (
        <Step key={step.step} {...step} {...list} />
      ))}
    </ol>
  );
}

const marks = {
  done: { icon: CircleCheck, tone: 'text-admitted' },
  notNeeded: { icon: CircleSlash, tone: 'text-ink-soft' },
  open: { icon: Circle, tone: 'text-ink-faint' },
} as const;

function Step({
  step,
  isDone,
  waiver,
  reading,
  memberCount,
  timeZone,
  pending,
  onWaive,
}: SetUpStepView & Omit<StepsProps, 'steps'>) {
  const t = useTranslations('gettingStarted');
  const toGym = useGymPath();
  const { time } = useLocationFormat(timeZone);
  const state = isDone ? 'done' : waiver ? 'notNeeded' : 'open';
  const { icon: Icon, tone } = marks[state];
  const action = t(waiver ? 'unwaive' : 'waive');
  const button = useTurning<HTMLButtonElement>(action);
  return (
    <li className="flex items-start gap-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <Icon role="img" aria-label={t(state)} className={cn('mt-0.5 size-6 shrink-0', tone)} />
      <div className="grid min-w-0 flex-1 gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
        <div className="min-w-0">
          <h3 className={cn('font-semibold', state !== 'open' && 'text-ink-soft')}>{t(`steps.${step}.title`)}</h3>
          {state === 'open' && <p className="text-ink-soft">{t(`steps.${step}.text`)}</p>}
          {waiver && <p className="text-ink-soft">{t('waivedBy', { name: waiver.by, time: time(waiver.at) })}</p>}
          {step === 'members' && reading && <MembersProgress reading={reading} />}
          {step === 'members' && memberCount !== null && <MembersLoaded count={memberCount} />}
        </div>
        {!isDone && (
          <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
            {state === 'open' && <LinkButton href={toGym(roomOf[step])}>{t(`steps.${step}.link`)}</LinkButton>}
            {isOptional(step) && (
              <PendingButton
                ref={button}
                look="quiet"
                isPending={pending === step}
                aria-label={t('about', { action, step: t(`steps.${step}.title`) })}
                onClick={() => onWaive(step, waiver === null)}
              >
                {action}
              </PendingButton>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
