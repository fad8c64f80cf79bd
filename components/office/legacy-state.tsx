import { CircleCheck, CircleDashed, CloudOff, KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import type { LegacyView } from '#lib/wire/legacy-connectivity.ts';
import { ConnectionState } from './connection-state.tsx';

interface LegacyStateProps {
  /** Null where the location has no legacy interface. */
  legacy: LegacyView | null;
  timeZone: string;
}

/** When the platform last heard of this desk by the legacy interface, and since when not. */
export function LegacyState({ legacy, timeZone }: LegacyStateProps) {
  const t = useTranslations('office.legacy');
  const { time } = useLocationFormat(timeZone);
  const state = legacy?.state ?? 'none';
  switch (state) {
    case 'none':
    case 'untried':
      return (
        <ConnectionState tone="neutral" icon={CircleDashed}>
          {t(`states.${state}`)}
        </ConnectionState>
      );
    case 'heard':
      return (
        <ConnectionState tone="good" icon={CircleCheck}>
          {t('states.heard', { time: time(legacy?.heardAt ?? '') })}
        </ConnectionState>
      );
    case 'refused':
    case 'unreachable':
      return (
        <ConnectionState
          tone={state === 'refused' ? 'bad' : 'warning'}
          icon={state === 'refused' ? KeyRound : CloudOff}
        >
          <p>{t(`states.${state}`, { time: time(legacy?.failingSince ?? '') })}</p>
          <p className="font-normal text-ink-soft">
            {legacy?.heardAt ? t('lastHeard', { time: time(legacy.heardAt) }) : t('neverHeard')}
          </p>
        </ConnectionState>
      );
  }
}
