import { CircleAlert, CircleCheck, CloudOff, KeyRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import {
  type ApiTest,
  type ConnectionTest,
  type ExportTest,
  type GymOfKey,
  type LegacyTest,
  type PermissionState,
  slowAfterMs,
  type Unanswered,
} from '#lib/wire/connection.ts';

interface TestResultsProps {
  test: ConnectionTest;
  timeZone: string;
}

/** What each interface answered to a test, and what to do about it. */
export function TestResults({ test, timeZone }: TestResultsProps) {
  const t = useTranslations('connection');
  const { timeWithSeconds } = useLocationFormat(timeZone);
  return (
    <div className="grid gap-4 border-line border-t pt-4">
      <p className="text-ink-soft text-sm">{t('tested', { time: timeWithSeconds(test.at) })}</p>
      <ApiResult test={test.api} />
      {test.legacy && <LegacyResult test={test.legacy} />}
      {test.dataExport && <ExportResult test={test.dataExport} />}
    </div>
  );
}

function ApiResult({ test }: { test: ApiTest }) {
  const t = useTranslations('connection');
  const title = t('results.api');
  switch (test.kind) {
    case 'answered': {
      const isMissing = test.permissions.some(({ state }) => state === 'missing');
      const isWell = !isMissing && isSure(test.gym) && test.tookMs < slowAfterMs;
      return (
        <Result title={title} tone={isWell ? 'good' : 'warning'} icon={isWell ? CircleCheck : CircleAlert}>
          <Took tookMs={test.tookMs} quick="answered" slow="slow" />
          <p className={isSure(test.gym) ? undefined : 'text-attention'}>
            {t(`gym.${test.gym.kind}`, { name: ('name' in test.gym && test.gym.name) || 'none' })}
          </p>
          <Permissions of={test} />
          <p>{test.rateLeft === null ? t('rateUntold') : t('rateLeft', { left: test.rateLeft })}</p>
        </Result>
      );
    }
    case 'unreachable':
      return <NotReached title={title} cause={test.cause} />;
    case 'rejected':
    case 'permissionMissing':
      return (
        <Result title={title} tone="bad" icon={KeyRound}>
          {t(test.kind)}
        </Result>
      );
    case 'busy':
      return (
        <Result title={title} tone="warning" icon={CircleAlert}>
          {t('busy')}
        </Result>
      );
  }
}

const isSure = ({ kind }: GymOfKey): boolean => kind === 'sameMembers' || kind === 'untold';

function LegacyResult({ test }: { test: LegacyTest }) {
  const t = useTranslations('connection');
  const title = t('results.legacy');
  switch (test.kind) {
    case 'heard':
      return (
        <Result title={title} {...lookOf(test)}>
          <Took tookMs={test.tookMs} quick="heard" slow="heardSlow" />
        </Result>
      );
    case 'refused':
      return (
        <Result title={title} tone="bad" icon={KeyRound}>
          {t('refused')}
        </Result>
      );
    case 'unreachable':
      return <NotReached title={title} cause={test.cause} />;
  }
}

function ExportResult({ test }: { test: ExportTest }) {
  const t = useTranslations('connection');
  const title = t('results.dataExport');
  switch (test.kind) {
    case 'answered':
      return (
        <Result title={title} {...lookOf(test)}>
          <Took tookMs={test.tookMs} quick="answered" slow="slow" />
          {test.gym !== '' && <p>{t('exportGym', { name: test.gym })}</p>}
        </Result>
      );
    case 'rejected':
      return (
        <Result title={title} tone="bad" icon={KeyRound}>
          {t('rejected')}
        </Result>
      );
    case 'busy':
      return (
        <Result title={title} tone="warning" icon={CircleAlert}>
          {t('busy')}
        </Result>
      );
    case 'unreachable':
      return <NotReached title={title} cause={test.cause} />;
  }
}

const lookOf = ({ tookMs }: { tookMs: number }) =>
  tookMs < slowAfterMs
    ? ({ tone: 'good', icon: CircleCheck } as const)
    : ({ tone: 'warning', icon: CircleAlert } as const);

interface TookProps {
  tookMs: number;
  quick: 'answered' | 'heard';
  slow: 'slow' | 'heardSlow';
}

function Took({ tookMs, quick, slow }: TookProps) {
  const t = useTranslations('connection');
  if (tookMs < slowAfterMs) return <p>{t(quick, { ms: tookMs })}</p>;
  return <p>{t(slow, { seconds: Math.round(tookMs / 100) / 10 })}</p>;
}

function Permissions({ of: { permissions } }: { of: Extract<ApiTest, { kind: 'answered' }> }) {
  const t = useTranslations('connection');
  const listed = (wanted: PermissionState) =>
    permissions.flatMap(({ name, state }) => (state === wanted ? [t(`permissions.${name}`)] : [])).join(', ');
  const [granted, missing, unclear] = [listed('granted'), listed('missing'), listed('unclear')];
  return (
    <>
      {granted !== '' && <p>{t('may', { list: granted })}</p>}
      {missing !== '' && <p className="text-attention">{t('mayNot', { list: missing })}</p>}
      {unclear !== '' && <p>{t('unclear', { list: unclear })}</p>}
      <p className="text-ink-soft text-sm">{t('notTried')}</p>
    </>
  );
}

function NotReached({ title, cause }: { title: string; cause: Unanswered['cause'] }) {
  const t = useTranslations('connection');
  const tCause = useTranslations('platform.causes');
  return (
    <Result title={title} tone="bad" icon={CloudOff}>
      <p>{t('unreachable')}</p>
      {cause && <p>{tCause(cause)}</p>}
    </Result>
  );
}

const tones = { good: 'text-admitted', warning: 'text-attention', bad: 'text-refused' };

interface ResultProps {
  title: string;
  tone: keyof typeof tones;
  icon: LucideIcon;
  children: ReactNode;
}

function Result({ title, tone, icon: Icon, children }: ResultProps) {
  return (
    <article aria-label={title} className="flex items-start gap-2.5">
      <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', tones[tone])} />
      <div className="grid min-w-0 gap-1">
        <h3 className={cn('font-semibold', tones[tone])}>{title}</h3>
        {children}
      </div>
    </article>
  );
}
