'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReaderProfile } from '#lib/scan/reader-profile.ts';
import { NfcFailure, type NfcMiss, type NfcProblem, readCards } from '#lib/scan/web-nfc.ts';

export type NfcState =
  | { kind: 'idle'; problem: NfcProblem | null }
  /** `note`: why the last card was none, or that reading was paused. */
  | { kind: 'reading'; note: NfcMiss | 'resumed' | null };

/** Reads cards that are held to the tablet, from `start` until `stop` or until the component is gone. */
export function useNfcTap(readerProfile: ReaderProfile, onCard: (rfid: string) => void) {
  const [state, setState] = useState<NfcState>({ kind: 'idle', problem: null });
  const reading = useRef<AbortController>(null);
  const onRead = useEffectEvent(onCard);
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
    readCards(over.signal, readerProfile, (read) => {
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
