import { createSealedStore } from '#lib/browser/sealed-store.ts';
import type { TapRequest } from './tap-request.ts';

/** Keeps unsent taps over a reload of the page. Every operation is best effort: the queue itself holds them too. */
export interface TapStore {
  save(request: TapRequest): Promise<void>;
  remove(tapId: string): Promise<void>;
  load(): Promise<TapRequest[]>;
}

/**
 * Unsent scans, sealed in this browser. Only scans are kept, as tap id, time, scanned value, location and id of the staff
 * member; a member chosen and a pressed button name a person and stay in memory.
 */
export function createBrowserTapStore(): TapStore {
  const store = createSealedStore<TapRequest>({
    ...{ database: 'front-desk', store: 'taps', idKey: 'tapId' },
    idOf: ({ tapId }) => tapId,
  });
  return {
    ...store,
    save: async (request) => {
      if (request.kind === 'lookUp' && request.source !== 'chosen') await store.save(request);
    },
    load: async () => (await store.load()).sort((a, b) => a.tappedAt - b.tappedAt),
  };
}
