'use client';

import { CircleAlert, CircleCheck, UserRoundX } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadingState, type ReadingStateProps } from '#components/reading/section-state.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { OptOutRun, OptOutState } from '#lib/wire/opt-outs.ts';
import { OptOutRuns } from './opt-out-runs.tsx';

interface OptOutsProps {
  timeZone: string;
  /** Undefined until it is loaded for the first time. */
  state: OptOutState | undefined;
  runs: readonly OptOutRun[] | undefined;
  reading: ReadingStateProps['reading'];
  isRequesting: boolean;
  onCheck(): void;
  onConfirm(asked: NonNullable<OptOutState['asked']>): void;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
}

/** Members who opted out of sharing their data: what was deleted, and what waits for the manager. */
export function OptOuts({ timeZone, state, runs, reading, more, ...actions }: OptOutsProps) {
  const t = useTranslations('optOuts');
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <ReadingState of="optOuts" reading={reading} />
      {state && <State state={state} timeZone={timeZone} {...actions} />}
      {runs && (runs.length > 0 || state?.isConnected) && (
        <div className="grid gap-2 border-line border-t pt-4">
          <h3 className="font-semibold">{t('runs')}</h3>
          <p className="text-ink-soft text-sm">{runs.length === 0 ? t('noRuns') : t('identity')}</p>
          {runs.length > 0 && <OptOutRuns runs={runs} timeZone={timeZone} />}
          {more && (
            <PendingButton className="justify-self-start max-sm:w-full" isPending={more.isPending} onClick={more.onAsk}>
              {t('more')}
            </PendingButton>
          )}
        </div>
      )}
    </OfficeSection>
  );
}

interface StateProps extends Pick<OptOutsProps, 'timeZone' | 'isRequesting' | 'onCheck' | 'onConfirm'> {
  state: OptOutState;
}

function State({ state, timeZone, isRequesting, onCheck, onConfirm }: StateProps) {
  const t = useTranslations('optOuts');
  const tCause = useTranslations('platform.causes');
  const toGym = useGymPath();
  const { time } = useLocationFormat(timeZone);
  const { isConnected, isPending, paused = null, failure, asked, confirmed } = state;
  if (!isConnected) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 font-medium">{t('notConnected')}</p>
        <LinkButton href={toGym('/office/connection')}>{t('toConnection')}</LinkButton>
      </div>
    );
  }
  return (
    <>
      <div role="status" className="grid gap-3 empty:hidden">
        {failure && (
          <Banner tone="warning" icon={CircleAlert} title={t(`failed.${failure.kind}`, { time: time(failure.since) })}>
            {failure.cause && <p>{tCause(failure.cause)}</p>}
          </Banner>
        )}
        {asked && (
          <Banner
            tone="warning"
            icon={UserRoundX}
            title={t('askedTitle', { count: asked.count })}
            action={<Button onClick={() => onConfirm(asked)}>{t('confirm')}</Button>}
          >
            {t('askedText')}
          </Banner>
        )}
        {confirmed && (
          <Banner tone="info" icon={CircleCheck} title={t('confirmedTitle', { count: confirmed.count })}>
            {t('confirmedText', { time: time(confirmed.at) })}
          </Banner>
        )}
      </div>
      {paused && <p>{t(paused.isReadThen ? 'checkedFrom' : 'pausedUntil', { time: time(paused.until) })}</p>}
      {!paused?.isReadThen && (
        <PendingButton
          className="justify-self-start max-sm:w-full"
          isPending={isRequesting || isPending}
          onClick={onCheck}
        >
          {t(isPending ? 'checking' : paused ? 'checkThen' : 'check')}
        </PendingButton>
      )}
    </>
  );
}
