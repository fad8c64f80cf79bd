'use client';

import { useNfcSupport } from '#components/cards/use-nfc-support.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useReception } from './reception-context.ts';

const CardsNfcTap = onDemand(async () => (await import('#components/cards/nfc-tap.tsx')).CardsNfcTap);

/** Makes the tablet itself the reader, where its browser supports Web NFC. */
export function TapToCheckIn() {
  const { location, lookUp } = useReception();
  const isSupported = useNfcSupport();
  if (!isSupported) return null;
  return <CardsNfcTap isWanted readerProfiles={location.readerProfiles} onCard={(rfid) => lookUp(rfid, 'held')} />;
}
