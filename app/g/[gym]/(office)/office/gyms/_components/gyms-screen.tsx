'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { addGym, confirmGymOptOuts, reopenGym, retireGym } from '#app/g/[gym]/(office)/office/gyms/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { AddGym } from '#components/gyms/add-gym.tsx';
import { Gyms } from '#components/gyms/gyms.tsx';
import { RetireGym } from '#components/gyms/retire-gym.tsx';
import { WorkPlaces } from '#components/gyms/work-places.tsx';
import { ConfirmOptOuts } from '#components/members-data/confirm-opt-outs.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { gymsQuery } from '#lib/browser/queries/office-queries.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import type { Gym, ReopenOutcome, RetireOutcome } from '#lib/wire/gyms.ts';

interface GymsScreenProps {
  locationId: string;
  timeZone: string;
}

type Asked = { kind: 'add' } | { kind: 'retire' | 'reopen' | 'confirmOptOuts'; gym: Gym };
type Done = Exclude<RetireOutcome, { kind: 'present' }> | ReopenOutcome;

/** The gyms of the manager: adding, retiring and bringing back, and who works where. */
export function GymsScreen({ locationId, timeZone }: GymsScreenProps) {
  const t = useTranslations('gyms');
  const router = useRouter();
  const reading = useQuery(gymsQuery(locationId));
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const done = (gym: Gym, outcome: Done) => {
    close();
    if (outcome.kind === 'unsent') toast.error(t('unsent', { name: gym.name, count: outcome.count }));
    else if (outcome.kind === 'inUseElsewhere')
      toast.error(t('keyInUse', { name: gym.name, other: outcome.name ?? 'none' }));
    else if (outcome.kind === 'last') toast.error(t('last'));
    else toast.success(t(outcome.kind, { name: gym.name }));
    // this gym has no pages any more
    const next = reading.data?.gyms.find(({ id, retiredAt }) => id !== locationId && retiredAt === null);
    if (outcome.kind === 'retired' && gym.id === locationId && next) return router.push(gymPath(next.slug, '/'));
    // the header's switch of gyms
    router.refresh();
    return reading.refetch();
  };
  const { data } = reading;
  return (
    <>
      <ReadingState of="gyms" reading={reading} />
      {data && (
        <>
          <SectionBoundary title={t('title')}>
            <Gyms
              gyms={data.gyms}
              hereId={locationId}
              timeZone={timeZone}
              onAdd={() => setAsked({ kind: 'add' })}
              onRetire={(gym) => setAsked({ kind: 'retire', gym })}
              onReopen={(gym) => setAsked({ kind: 'reopen', gym })}
              onConfirmOptOuts={(gym) => setAsked({ kind: 'confirmOptOuts', gym })}
            />
          </SectionBoundary>
          <SectionBoundary title={t('places.title')}>
            <WorkPlaces {...data} />
          </SectionBoundary>
        </>
      )}
      {asked?.kind === 'add' && (
        <AddGym
          timeZone={timeZone}
          onAdd={(gym) => addGym({ ...gym, locationId })}
          onAdded={(slug, name) => {
            close();
            toast.success(t('added', { name }));
            router.push(gymPath(slug, '/office/gym'));
          }}
          onClose={close}
        />
      )}
      {asked?.kind === 'retire' && (
        <RetireGym
          gym={asked.gym}
          onRetire={(present) => retireGym({ locationId, gymId: asked.gym.id, present })}
          onDone={(outcome) => done(asked.gym, outcome)}
          onClose={close}
        />
      )}
      {asked?.kind === 'confirmOptOuts' && asked.gym.optOutsAsked && (
        <ConfirmOptOuts
          asked={asked.gym.optOutsAsked}
          onConfirm={(seen) => confirmGymOptOuts({ ...seen, locationId, gymId: asked.gym.id })}
          note={t('optOutsConfirmed')}
          onDone={() => {
            close();
            return reading.refetch();
          }}
          onClose={close}
        />
      )}
      {asked?.kind === 'reopen' && (
        <ConfirmDialog
          title={t('reopenTitle', { name: asked.gym.name })}
          description={t('reopenText')}
          confirm={t('reopen')}
          look="main"
          onConfirm={() => reopenGym({ locationId, gymId: asked.gym.id })}
          onDone={(outcome) => done(asked.gym, outcome)}
          onClose={close}
        />
      )}
    </>
  );
}
