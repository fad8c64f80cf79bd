'use client';

import { useState } from 'react';
import { OfficeSection } from '#components/office/section.tsx';
import { ArrivalProblem, useUnreadableText } from '#components/readers/arrival-text.tsx';
import { ArrivedKeys } from '#components/readers/arrived-keys.tsx';
import { HolderLine } from '#components/readers/holder-line.tsx';
import { useArrivals } from '#components/readers/use-arrivals.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Arrival } from '#lib/browser/scan/arrival.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import { type Identified, identify } from '#lib/wire/reader/identify.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { useHolder } from './use-holder.ts';

interface PreviewProps {
  locationId: string;
  profiles: ReaderProfiles;
  /** Not while a dialog asks for a card. */
  isListening: boolean;
}

/** Shows what arrives from the readers, and how it is read. */
export function Preview({ locationId, profiles, isListening }: PreviewProps) {
  const t = useTranslations('readers');
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useArrivals(setArrival, isListening);
  return (
    <OfficeSection title={t('preview.title')} text={t('preview.text')}>
      <div role="status" className="grid gap-3">
        {arrival === null && <p className="text-ink-soft">{t('preview.waiting')}</p>}
        {arrival?.kind === 'whole' && <Read {...arrival} locationId={locationId} profiles={profiles} />}
      </div>
      <ArrivalProblem arrival={arrival} profiles={profiles} />
      <p className="text-ink-soft text-sm">{t('preview.nothing')}</p>
    </OfficeSection>
  );
}

function Read({
  text,
  endKey,
  locationId,
  profiles,
}: Omit<PreviewProps, 'isListening'> & Extract<Arrival, { kind: 'whole' }>) {
  const read = identify(text, 'scan', profiles);
  const holder = useHolder(locationId, read.kind === 'rfid' ? read.rfid : null);
  return (
    <>
      <ArrivedKeys text={text} endKey={endKey} profiles={profiles} />
      <ReadAs read={read} />
      {holder && <HolderLine holder={holder} />}
    </>
  );
}

function ReadAs({ read }: { read: Identified }) {
  const t = useTranslations('readers');
  const sayWhy = useUnreadableText();
  switch (read.kind) {
    case 'rfid':
      return <p className="font-semibold text-lg">{t('readAs.rfid', { number: displayCardNumber(read.rfid) })}</p>;
    case 'nfc':
      return <p className="font-semibold text-lg">{t('readAs.nfc')}</p>;
    case 'email':
    case 'membershipId':
      return <p>{t(`readAs.${read.kind}`)}</p>;
    case 'name':
      return <p className="font-medium text-attention">{t('noNumber', { text: read.name })}</p>;
    case 'unreadable':
      return <p className="font-medium text-attention">{sayWhy(read)}</p>;
  }
}
