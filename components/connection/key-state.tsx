import { CircleCheck, CloudOff, KeyRound } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { ConnectionState } from '#components/office/section.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';

/** Whether the platform answers and accepts the key in use. */
export function KeyState({ connection, timeZone }: { connection: PlatformStatus['connection']; timeZone: string }) {
  const t = useTranslations('connection.states');
  const tCause = useTranslations('platform.causes');
  const format = useLocationFormat(timeZone);
  switch (connection.state) {
    case 'reachable':
      return (
        <ConnectionState tone="good" icon={CircleCheck}>
          {t('reachable')}
        </ConnectionState>
      );
    case 'unreachable':
      return (
        <ConnectionState tone="warning" icon={CloudOff}>
          {t('unreachable', { time: format.time(connection.since) })}
          {connection.cause && <p className="font-normal text-ink">{tCause(connection.cause)}</p>}
        </ConnectionState>
      );
    case 'keyRejected':
    case 'permissionMissing':
      return (
        <ConnectionState tone="bad" icon={KeyRound}>
          {t(connection.state, { time: format.time(connection.since) })}
        </ConnectionState>
      );
  }
}
