import { createSealedStore, type KeptItems } from '#lib/browser/base/sealed-store.ts';
import { isTapRequest } from './is-tap-request.ts';
import type { TapRequest } from './tap-request.ts';

/** Keeps unsent taps over a reload of the page. Every operation is best effort: the queue itself holds them too. */
export interface TapStore {
  /** Whether a tap survives a reload. */
  keeps(request: TapRequest): boolean;
  save(request: TapRequest): Promise<void>;
  remove(tapId: string): Promise<void>;
  /** Oldest first. */
  load(): Promise<KeptItems<TapRequest>>;
}

/**
 * Unsent taps, sealed in this browser as ids, time and what was read: which card, or which account a button was pressed
 * for, never a name. Why somebody was let in against a refusal is free text, which may name a person: it stays in memory.
 */
export function createBrowserTapStore(): TapStore {
  const store = createSealedStore<TapRequest>({
    database: 'front-desk',
    store: 'taps',
    idKey: 'tapId',
    idOf: ({ tapId }) => tapId,
    isItem: isTapRequest,
  });
  const keeps = (request: TapRequest) => store.isDurable() && withoutName(request) !== null;
  return {
    keeps,
    save: async (request) => {
      const kept = withoutName(request);
      if (kept) await store.save(kept);
    },
    remove: store.remove,
    load: async () => {
      const { items, unreadable } = await store.load();
      return { items: items.sort((a, b) => a.tappedAt - b.tappedAt), unreadable };
    },
  };
}

/** What of a tap may be kept; null where it would say nothing without what somebody wrote. */
export function withoutName(request: TapRequest): TapRequest | null {
  switch (request.kind) {
    case 'lookUp':
      return request.source === 'chosen' ? { ...request, name: null } : request;
    case 'checkIn':
    case 'checkOut':
      return request;
    case 'admitAnyway':
      return null;
  }
}
