'use client';

import { useEffect, useState } from 'react';
import { LastLocation } from '#app/_components/last-location.tsx';
import { useScreenAwake } from '#app/_components/use-screen-awake.ts';
import { ReceptionProvider } from '#app/g/[gym]/(desk)/_components/reception-provider.tsx';
import { AwayHeader } from '#components/away/away-header.tsx';
import { Nobody } from '#components/away/nobody.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Toaster } from '#components/ui/toaster.tsx';
import { leaveShell } from '#lib/browser/app-shell/drop-shell.ts';
import { type KeptPlace, readPlace } from '#lib/browser/app-shell/kept-place.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { GymAddress } from '#lib/browser/page/gym-address.tsx';
import { gymPageAt } from '#lib/wire/gym-path.ts';
import { endKeyOf } from '#lib/wire/reader/reader-habit.ts';
import { AwayCounter } from './away-counter.tsx';
import { AwayFloor } from './away-floor.tsx';
import { useDeskAnswer } from './use-desk-answer.ts';

/** The counter or the training floor of the offline shell, from data stored in this browser. */
export function AwayScreen() {
  const t = useTranslations('common');
  const app = useTranslations('app');
  const [read, setRead] = useState<Awaited<ReturnType<typeof readPlaceOfAddress>>>();
  useEffect(() => void readPlaceOfAddress().then(setRead), []);
  const place = read?.place;
  const answer = useDeskAnswer(place?.location.id);
  useScreenAwake(place?.location.keepsScreenAwake === true);
  // a user who is signed out is sent to the sign-in
  useEffect(() => {
    if (answer === 'signedOut') void leaveShell();
  }, [answer]);

  if (read === undefined) return null;
  if (!place) return <Nobody isElsewhere={read.isElsewhere} />;
  const { location, staff, hearsScans } = place;
  const isFloor = !hearsScans || (gymOfAddress()?.page ?? window.location.pathname) === '/floor';
  return (
    <GymAddress slug={location.slug}>
      <LastLocation locationId={location.id} staffId={staff.id} />
      <SectionBoundary title={app('name')}>
        <AwayHeader
          reader={isFloor ? null : { isDeskHeard: answer !== 'away', endKey: endKeyOf(location.readerProfiles) }}
        />
      </SectionBoundary>
      {isFloor ? (
        <AwayFloor
          place={{ locationId: location.id, staffId: staff.id }}
          timeZone={location.timeZone}
          answer={answer}
        />
      ) : (
        <ReceptionProvider isCounter location={location} staff={staff} hearsScans={hearsScans}>
          <AwayCounter answer={answer} />
        </ReceptionProvider>
      )}
      <Toaster closeLabel={t('close')} />
    </GymAddress>
  );
}

/** Null where nobody is signed in at this browser, or nothing is stored of the gym of the address: another one's may be. */
async function readPlaceOfAddress(): Promise<{ place: KeptPlace | null; isElsewhere: boolean }> {
  const place = await readPlace(gymOfAddress()?.slug ?? null);
  return { place, isElsewhere: place === null && (await readPlace(null)) !== null };
}

/** The shell is served at the address of any page. */
const gymOfAddress = () => gymPageAt(window.location.pathname);
