'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveApiAccess, testConnection } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { type Access, AccessForm } from '#components/connection/access-form.tsx';
import { Facts } from '#components/connection/facts.tsx';
import { KeyState } from '#components/connection/key-state.tsx';
import { TestResults } from '#components/connection/test-results.tsx';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { OfficeSection } from '#components/office/section.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';
import { connectionQuery } from '#lib/browser/queries/office-queries.ts';
import type { ConnectionTest, KeyDoubt } from '#lib/wire/connection.ts';

interface ConnectionScreenProps {
  locationId: string;
  timeZone: string;
  staff: BegunByProps['staff'];
}

type Doubted = Access & { doubt: KeyDoubt };

/** The connection to the platform: its state, a test of all interfaces, and another address or key. */
export function ConnectionScreen({ locationId, timeZone, staff }: ConnectionScreenProps) {
  const t = useTranslations('connection');
  const { time } = useLocationFormat(timeZone);
  const queryClient = useQueryClient();
  const status = useQuery(statusQuery(locationId));
  const reading = useQuery(connectionQuery(locationId));
  const connection = reading.data;
  const [tested, setTested] = useState<ConnectionTest | null>(null);
  // empties the form whose key was confirmed
  const [keptTimes, setKeptTimes] = useState(0);
  const [doubted, setDoubted] = useState<Doubted | null>(null);
  const refresh = () =>
    Promise.all(
      [statusQuery(locationId), connectionQuery(locationId)].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const test = useAction(() => testConnection({ locationId }), {
    onDone: (result) => {
      setTested(result);
      void refresh();
    },
  });
  const save = (access: Access, { isConfirmed = false } = {}) =>
    saveApiAccess({ locationId, version: connection?.version ?? '', ...access, isConfirmed });
  const keep = () => {
    // the answers were about the former key
    setTested(null);
    return refresh();
  };
  const texts = Object.fromEntries(
    (['url', 'urlHint', 'key', 'keyHint', 'save', 'kept'] as const).map((name) => [name, t(`access.${name}`)]),
  ) as Record<'url' | 'urlHint' | 'key' | 'keyHint' | 'save' | 'kept', string>; // safe because: it has these names
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
            key={`${connection.url} ${keptTimes}`}
            texts={texts}
            url={connection.url}
            staff={staff}
            onSave={(access) => save(access)}
            onKept={keep}
            onFailed={() => void refresh()}
            onDoubt={(access, doubt) => setDoubted({ ...access, doubt })}
          />
        )}
        <p className="text-ink-soft">{t('changesAtOnce')}</p>
      </OfficeSection>
      {doubted && (
        <ConfirmDialog
          title={t('doubt.title')}
          description={t('doubt.text', { reason: t(`gym.${doubted.doubt.kind}`, { name: nameOf(doubted.doubt) }) })}
          confirm={t('doubt.confirm')}
          onConfirm={() => save({ url: doubted.url, key: doubted.key }, { isConfirmed: true })}
          onDone={async (outcome) => {
            setDoubted(null);
            if (outcome.kind === 'doubtful') return;
            if (outcome.kind !== 'kept') return void toast.error(t(`problems.${outcome.kind}`, { name: 'none' }));
            setKeptTimes((times) => times + 1);
            toast.success(t('access.kept'));
            await keep();
          }}
          onClose={() => setDoubted(null)}
        />
      )}
    </>
  );
}

const nameOf = (doubt: KeyDoubt): string => (doubt.kind === 'otherGym' && doubt.name) || 'none';
