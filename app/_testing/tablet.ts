import { vi } from 'vitest';

/** A tablet's NFC, as far as a test needs one. */
interface Tablet {
  hold(serialNumber: string): void;
  holdUnreadable(): void;
  /** How many are reading. */
  countReaders(): number;
}

/** Gives the page the NFC of Chrome on Android. `refusal`: what the browser answers when it is asked to read. */
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
