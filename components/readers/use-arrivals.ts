import { useEffect, useEffectEvent } from 'react';
import { isTextField } from '#components/check-in/field-snapshot.ts';
import { type Arrival, type ArrivedKey, arrivalOfCut, arrivalOfKeys, endKeyOfKey } from '#lib/browser/scan/arrival.ts';
import { takeScans } from '#lib/browser/scan/scan-targets.ts';

/** After this silence, keys that no scan has claimed are shown as they came. */
const silenceMs = 1_500;

/** Receives everything that arrives from readers while mounted and listening: nobody is checked in by it. */
export function useArrivals(onArrival: (arrival: Arrival) => void, isListening = true): void {
  const arrived = useEffectEvent(onArrival);
  useEffect(() => {
    if (!isListening) return;
    let last: Arrival | null = null;
    let keys: ArrivedKey[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (arrival: Arrival) => {
      clearTimeout(timer);
      keys = [];
      last = arrival;
      arrived(arrival);
    };
    const end = takeScans(
      (text) => {
        if (text !== '') take({ kind: 'whole', text, endKey: endKeyOfKey(keys.at(-1)?.key) });
      },
      {
        onCut: (text) => take(arrivalOfCut(last, text)),
        onKey: (key, at) => {
          // what a person types into a field is no card; a scan there still arrives as a scan
          const isTyping = document.activeElement !== null && isTextField(document.activeElement);
          keys = [...keys, { key, at }];
          clearTimeout(timer);
          timer = setTimeout(() => {
            const typed = isTyping ? null : arrivalOfKeys(keys);
            keys = [];
            if (typed) take(typed);
          }, silenceMs);
        },
      },
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isListening]);
}
