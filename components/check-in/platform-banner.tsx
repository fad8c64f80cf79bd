'use client';

import {
  CircleAlert,
  CircleHelp,
  ClockAlert,
  CloudOff,
  KeyRound,
  OctagonAlert,
  RefreshCw,
  UserRoundX,
} from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { whoseOutage } from '#lib/wire/outage-causes.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { StorageBanner } from './storage-banner.tsx';

interface PlatformBannerProps {
  status: PlatformStatus;
  role: StaffRole;
  timeZone: string;
}

/**
 * What reception should know about the platform: how long it has been unreachable, what waits, and that nothing is
 * lost.
 */
export function PlatformBanner({ status, role, timeZone }: PlatformBannerProps) {
  const toGym = useGymPath();
  const t = useTranslations('platform');
  const isManager = role === 'manager';
  const { connection, waitingVisits, refusedVisits, unresolvedVisits, unreadable, absent, storage } = status;
  const outboxLink = isManager && <LinkButton href={toGym('/office/outbox')}>{t('outboxLink')}</LinkButton>;
  return (
    <>
      {storage && <StorageBanner at="counter" storage={storage} isManager={isManager} />}
      {connection.state === 'reachable' ? (
        waitingVisits > 0 && (
          <Banner tone="info" icon={RefreshCw} title={t('waiting', { count: waitingVisits })} action={outboxLink}>
            {t('waitingText', { count: waitingVisits })}
          </Banner>
        )
      ) : (
        <Outage
          connection={connection}
          waitingVisits={waitingVisits}
          isManager={isManager}
          timeZone={timeZone}
          outboxLink={outboxLink}
        />
      )}
      {refusedVisits > 0 && (
        <Banner tone="danger" icon={OctagonAlert} title={t('refused', { count: refusedVisits })} action={outboxLink}>
          {t(isManager ? 'refusedTextManager' : 'refusedText', { count: refusedVisits })}
        </Banner>
      )}
      {unresolvedVisits > 0 && (
        <Banner
          tone="warning"
          icon={CircleHelp}
          title={t('unresolved', { count: unresolvedVisits })}
          action={outboxLink}
        >
          {t(isManager ? 'unresolvedTextManager' : 'unresolvedText', { count: unresolvedVisits })}
        </Banner>
      )}
      {isManager && <ClockBanners {...status} />}
      {isManager && absent && (
        <Banner
          tone="warning"
          icon={UserRoundX}
          title={t('absent', { count: absent.count, of: absent.of })}
          action={<LinkButton href={toGym('/office/gym')}>{t('absentLink')}</LinkButton>}
        >
          {t('absentText')}
        </Banner>
      )}
      {isManager && unreadable.map((list) => <Unreadable key={list.list} {...list} />)}
    </>
  );
}

const cutShortOf = { members: 'cutShort', tasks: 'tasksCutShort' } as const;

/** Reception cannot fix it; members that were mirrored before stay known. */
function Unreadable({ list, count, isEndless, isCutShort }: PlatformStatus['unreadable'][number]) {
  const t = useTranslations('unreadable');
  const end = isEndless ? 'endless' : isCutShort ? cutShortOf[list] : null;
  return (
    <Banner tone="warning" icon={CircleAlert} title={end ? t(end) : t(list, { count })}>
      {t(end ? `${end}Text` : 'text')}
    </Banner>
  );
}

interface OutageProps {
  connection: Exclude<PlatformStatus['connection'], { state: 'reachable' }>;
  waitingVisits: number;
  isManager: boolean;
  timeZone: string;
  outboxLink: ReactNode;
}

function Outage({ connection, waitingVisits, isManager, timeZone, outboxLink }: OutageProps): ReactElement {
  const toGym = useGymPath();
  const t = useTranslations('platform');
  const time = useLocationFormat(timeZone).time(connection.since);
  const waiting = waitingVisits > 0 ? `${t('waiting', { count: waitingVisits })}. ` : '';
  switch (connection.state) {
    case 'unreachable':
      return (
        <Banner tone="info" icon={CloudOff} title={t('unreachable', { time })} action={waitingVisits > 0 && outboxLink}>
          {connection.cause && (
            <p>{t(isManager ? `causes.${connection.cause}` : `whose.${whoseOutage[connection.cause]}`)}</p>
          )}
          {waiting}
          {t('unreachableText')}
        </Banner>
      );
    case 'keyRejected':
      return (
        <Banner
          tone="danger"
          icon={KeyRound}
          title={t('keyRejected', { time })}
          action={isManager && <LinkButton href={toGym('/office/connection#key')}>{t('keyLink')}</LinkButton>}
        >
          {waiting}
          {t(isManager ? 'keyTextManager' : 'keyText')}
        </Banner>
      );
    case 'permissionMissing':
      return (
        <Banner tone="warning" icon={KeyRound} title={t('permissionMissing', { time })}>
          {waiting}
          {t(isManager ? 'permissionTextManager' : 'keyText')}
        </Banner>
      );
  }
}

/** What a manager should know about clocks: which one is wrong, and which visits may have a wrong time. */
function ClockBanners({ clockAheadS, visitsInDoubt }: Pick<PlatformStatus, 'clockAheadS' | 'visitsInDoubt'>) {
  const t = useTranslations('platform');
  const minutes = Math.round(Math.abs(clockAheadS ?? 0) / 60);
  return (
    <>
      {clockAheadS !== null && (
        <Banner
          tone="warning"
          icon={ClockAlert}
          title={t(clockAheadS > 0 ? 'clockAhead' : 'clockBehind', { count: minutes })}
        >
          {t('clockText')}
        </Banner>
      )}
      {visitsInDoubt > 0 && (
        <Banner tone="warning" icon={ClockAlert} title={t('inDoubt', { count: visitsInDoubt })}>
          {t('inDoubtText')}
        </Banner>
      )}
    </>
  );
}
