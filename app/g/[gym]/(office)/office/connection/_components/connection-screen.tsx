'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveApiAccess, testConnection } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { AccessForm } from '#components/connection/access-form.tsx';
import { Facts } from '#components/connection/facts.tsx';
import { KeyState } from '#components/connection/key-state.tsx';
import { TestResults } from '#components/connection/test-results.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { OfficeSection } from '#components/office/section.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';
import type { ConnectionTest, KeyDoubt } from '#lib/wire/connection.ts';
import { useConnection } from './use-connection.ts';

interface ConnectionScreenProps {
  locationId: string;
  timeZone: string;
  staff: BegunByProps['staff'];
}

/** The connection to the platform: its state, a test of all interfaces, and another address or key. */
export function ConnectionScreen({ locationId, timeZone, staff }: ConnectionScreenProps) {
  const t = useTranslations('connection');
  const { time } = useLocationFormat(timeZone);
  const statusRead = statusQuery(locationId);
  const status = useQuery(statusRead);
  const { reading, connection, version, readAgain, readVersionAgain } = useConnection(locationId, [statusRead]);
  const [tested, setTested] = useState<ConnectionTest | null>(null);
  const test = useAction(() => testConnection({ locationId }), {
    onDone: (result) => {
      setTested(result);
      void readAgain();
    },
  });
  const keep = () => {
    // the answers were about the former key
    setTested(null);
    return readAgain();
  };
  return (
    <>
      <OfficeSection id="connection" title={t('title')} text={t('text')}>
        <ReadingState of="status" reading={status} />
        {status.data && <KeyState connection={status.data.connection} timeZone={timeZone} />}
        <ReadingState of="connection" reading={reading} />
        {connection && (
          <Facts
            facts={[
              { name: t('facts.url'), value: connection.url },
              { name: t('facts.fingerprint'), value: <code>{connection.fingerprint}</code> },
              { name: t('facts.since'), value: time(connection.since) },
              {
                name: t('facts.rate'),
                value: connection.rate
                  ? t('facts.rateLeft', { left: connection.rate.left, time: time(connection.rate.at) })
                  : t('facts.rateUntold'),
              },
            ]}
          />
        )}
        <PendingButton
          look="main"
          className="justify-self-start max-sm:w-full"
          isPending={test.isPending}
          onClick={() => void test.run()}
        >
          {t('test')}
        </PendingButton>
        <Problem>{test.failure}</Problem>
        <div role="status" className="empty:hidden">
          {tested && <TestResults test={tested} timeZone={timeZone} />}
        </div>
      </OfficeSection>
      <OfficeSection id="key" title={t('access.title')} text={t('access.text')}>
        {connection && (
          <AccessForm
            of="access"
            url={connection.url}
            version={version}
            staff={staff}
            onSave={({ confirmed, ...attempt }) =>
              saveApiAccess({ locationId, ...attempt, isConfirmed: confirmed !== null })
            }
            onKept={keep}
            onConflict={readVersionAgain}
            question={(doubt: KeyDoubt) => ({
              title: t('doubt.title'),
              description: t('doubt.text', { reason: t(`gym.${doubt.kind}`, { name: nameOf(doubt) }) }),
              confirm: t('doubt.confirm'),
              look: 'danger',
            })}
          />
        )}
        <p className="text-ink-soft">{t('changesAtOnce')}</p>
      </OfficeSection>
    </>
  );
}

const nameOf = (doubt: KeyDoubt): string => (doubt.kind === 'otherGym' && doubt.name) || 'none';
