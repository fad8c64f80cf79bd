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

type Interface = 'api' | 'legacy' | 'dataExport';

function ApiResult({ test }: { test: ApiTest }) {
  const t = useTranslations('connection');
  if (test.kind !== 'answered') return <Failed of="api" test={test} />;
  const isMissing = test.permissions.some(({ state }) => state === 'missing');
  const isWell = !isMissing && isSure(test.gym) && test.tookMs < slowAfterMs;
  return (
    <Result of="api" {...(isWell ? good : questionable)}>
      <Took of="api" tookMs={test.tookMs} />
      <p className={isSure(test.gym) ? undefined : 'text-attention'}>
        {t(`gym.${test.gym.kind}`, { name: ('name' in test.gym && test.gym.name) || 'none' })}
      </p>
      <Permissions of={test} />
      <p>{test.rateLeft === null ? t('rateUntold') : t('rateLeft', { left: test.rateLeft })}</p>
    </Result>
  );
}

const isSure = ({ kind }: GymOfKey): boolean => kind === 'sameMembers' || kind === 'untold';

function LegacyResult({ test }: { test: LegacyTest }) {
  if (test.kind !== 'answered') return <Failed of="legacy" test={test} />;
  return (
    <Result of="legacy" {...lookOf(test)}>
      <Took of="legacy" tookMs={test.tookMs} />
    </Result>
  );
}

function ExportResult({ test }: { test: ExportTest }) {
  const t = useTranslations('connection');
  if (test.kind !== 'answered') return <Failed of="dataExport" test={test} />;
  return (
    <Result of="dataExport" {...lookOf(test)}>
      <Took of="dataExport" tookMs={test.tookMs} />
      {test.gym !== '' && <p>{t('exportGym', { name: test.gym })}</p>}
    </Result>
  );
}

interface FailedProps {
  of: Interface;
  test: Exclude<ApiTest | LegacyTest | ExportTest, { kind: 'answered' }>;
}

/** What an interface answered in place of a success, in the same words for all of them. */
function Failed({ of, test }: FailedProps) {
  const t = useTranslations('connection');
  const tCause = useTranslations('platform.causes');
  switch (test.kind) {
    case 'rejected':
    case 'permissionMissing':
      return (
        <Result of={of} tone="bad" icon={KeyRound}>
          {t(test.kind, { of })}
        </Result>
      );
    case 'busy':
      return (
        <Result of={of} {...questionable}>
          {t('busy', { of })}
        </Result>
      );
    case 'unreachable':
      return (
        <Result of={of} tone="bad" icon={CloudOff}>
          <p>{t('unreachable')}</p>
          {test.cause && <p>{tCause(test.cause)}</p>}
        </Result>
      );
  }
}

const good = { tone: 'good', icon: CircleCheck } as const;
const questionable = { tone: 'warning', icon: CircleAlert } as const;
const lookOf = ({ tookMs }: { tookMs: number }) => (tookMs < slowAfterMs ? good : questionable);

function Took({ of, tookMs }: { of: Interface; tookMs: number }) {
  const t = useTranslations('connection');
  if (tookMs < slowAfterMs) return <p>{t('answered', { of, ms: tookMs })}</p>;
  return <p>{t('slow', { of, seconds: Math.round(tookMs / 100) / 10 })}</p>;
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

const tones = { good: 'text-admitted', warning: 'text-attention', bad: 'text-refused' };

interface ResultProps {
  of: Interface;
  tone: keyof typeof tones;
  icon: LucideIcon;
  children: ReactNode;
}

function Result({ of, tone, icon: Icon, children }: ResultProps) {
  const title = useTranslations('connection.results')(of);
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
