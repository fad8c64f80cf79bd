'use client';

import { Nfc } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTurning } from '#components/hooks/use-settling.ts';
import { Button } from '#components/ui/button.tsx';
import { firstClick } from '#components/ui/first-click.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { NfcFailure, type NfcMiss, type NfcProblem, readCards } from '#lib/browser/scan/web-nfc.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { useNfcSupport } from './use-nfc-support.ts';

export interface CardsNfcTapProps {
  readerProfiles: ReaderProfiles;
  /** Called with each card that is held to the tablet. */
  onCard(rfid: string): void;
}

/** Reads cards with the tablet's own NFC (Web NFC), where the browser supports it. */
export function CardsNfcTap({ readerProfiles, onCard }: CardsNfcTapProps) {
  const t = useTranslations('cards.nfc');
  const isSupported = useNfcSupport();
  const { state, start, stop } = useNfcTap(readerProfiles, onCard);
  const button = useTurning<HTMLButtonElement>(state.kind);
  if (!isSupported) return <p className="text-ink-soft text-sm">{t(whyUnsupported())}</p>;
  const isReading = state.kind === 'reading';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button ref={button} onClick={firstClick(isReading ? stop : start)}>
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

type NfcState =
  | { kind: 'idle'; problem: NfcProblem | null }
  /** `note`: why the last card could not be read, or that reading was paused. */
  | { kind: 'reading'; note: NfcMiss | 'resumed' | null };

/** Reads cards that are held to the tablet, from `start` until `stop` or unmount. */
function useNfcTap(readerProfiles: ReaderProfiles, onCard: (rfid: string) => void) {
  const [state, setState] = useState<NfcState>({ kind: 'idle', problem: null });
  const reading = useRef<AbortController>(null);
  const onRead = useEffectEvent(onCard);
  const profilesNow = useEffectEvent(() => readerProfiles);
  const isReading = state.kind === 'reading';

  useEffect(() => () => reading.current?.abort(), []);
  useEffect(() => {
    if (!isReading) return;
    const resume = () => {
      if (!document.hidden) setState({ kind: 'reading', note: 'resumed' });
    };
    document.addEventListener('visibilitychange', resume);
    return () => document.removeEventListener('visibilitychange', resume);
  }, [isReading]);

  const start = () => {
    reading.current?.abort();
    const over = new AbortController();
    reading.current = over;
    setState({ kind: 'reading', note: null });
    readCards(over.signal, profilesNow, (read) => {
      setState({ kind: 'reading', note: read.kind === 'missed' ? read.why : null });
      if (read.kind === 'card') onRead(read.rfid);
    }).catch((error: unknown) => {
      if (over.signal.aborted) return;
      setState({ kind: 'idle', problem: error instanceof NfcFailure ? error.problem : 'failed' });
    });
  };
  const stop = () => {
    reading.current?.abort();
    setState({ kind: 'idle', problem: null });
  };
  return { state, start, stop };
}
