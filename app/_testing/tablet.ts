import { vi } from 'vitest';

/** A fake of a tablet's NFC reader. */
interface Tablet {
  hold(serialNumber: string): void;
  holdUnreadable(): void;
  /** The number of open readers. */
  countReaders(): number;
}

/** Fakes Web NFC of Chrome on Android. `refusal`: the error that a scan request is rejected with. */
export function giveNfc(refusal: string | null = null): Tablet {
  const reading = new Set<EventTarget>();
  class Reader extends EventTarget {
    async scan({ signal }: { signal: AbortSignal }) {
      if (refusal) throw new DOMException('', refusal);
      reading.add(this);
      signal.addEventListener('abort', () => reading.delete(this));
    }
  }
  vi.stubGlobal('NDEFReader', Reader);
  const tell = (event: () => Event) => {
    for (const reader of reading) reader.dispatchEvent(event());
  };
  return {
    hold: (serialNumber) => tell(() => Object.assign(new Event('reading'), { serialNumber })),
    holdUnreadable: () => tell(() => new Event('readingerror')),
    countReaders: () => reading.size,
  };
}
