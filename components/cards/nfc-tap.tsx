'use client';

import { Nfc } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { ReaderProfile } from '#lib/scan/reader-profile.ts';
import { useNfcSupport } from './use-nfc-support.ts';
import { type NfcState, useNfcTap } from './use-nfc-tap.ts';

export interface CardsNfcTapProps {
  readerProfile: ReaderProfile;
  /** Called with each card that is held to the tablet. */
  onCard(rfid: string): void;
}

/** Reads cards with the tablet itself, where its browser can. */
export function CardsNfcTap({ readerProfile, onCard }: CardsNfcTapProps) {
  const t = useTranslations('cards.nfc');
  const isSupported = useNfcSupport();
  const { state, start, stop } = useNfcTap(readerProfile, onCard);
  if (!isSupported) return <p className="text-ink-soft text-sm">{t(whyUnsupported())}</p>;
  const isReading = state.kind === 'reading';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={isReading ? stop : start}>
        {isReading ? <Spinner /> : <Nfc aria-hidden className="size-5" />}
        {t(isReading ? 'stop' : 'start')}
      </Button>
      <NfcStatus state={state} />
    </div>
  );
}

function NfcStatus({ state }: { state: NfcState }) {
  const t = useTranslations('cards.nfc');
  const note = state.kind === 'reading' ? (state.note ?? 'waiting') : state.problem;
  const isPlain = note === 'waiting' || note === 'resumed';
  return (
    <p role="status" className={isPlain ? 'basis-64 text-ink-soft' : 'basis-64 font-medium text-refused empty:hidden'}>
      {note && t(note)}
    </p>
  );
}

const whyUnsupported = () => (typeof window === 'undefined' || window.isSecureContext ? 'unsupported' : 'insecure');
