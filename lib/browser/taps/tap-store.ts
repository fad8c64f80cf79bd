import { createSealedStore, type KeptItems } from '#lib/browser/base/sealed-store.ts';
import { mayContainName } from '#lib/wire/reader/typed-text.ts';
import { isTapRequest } from './is-tap-request.ts';
import type { TapRequest } from './tap-request.ts';

/**
 * Stores unsent taps across a reload of the page. Every operation is best effort: the queue keeps them in memory too.
 */
export interface TapStore {
  /** Whether the tap survives a reload: not before it is saved. */
  keeps(request: TapRequest): boolean;
  save(request: TapRequest): Promise<void>;
  remove(tapId: string): Promise<void>;
  /** Oldest first. */
  load(): Promise<KeptItems<TapRequest>>;
}

/**
 * Unsent taps, encrypted in this browser. Stored are ids, times and what was read: the card, or the account of a
 * pressed button, never a name. What was typed and may contain a name, and the reason of an override ("admit anyway"), which is
 * free text and may name a person, stay in memory.
 */
export function createBrowserTapStore(): TapStore {
  const store = createSealedStore<TapRequest>({
    database: 'front-desk',
    store: 'taps',
    idKey: 'tapId',
    idOf: ({ tapId }) => tapId,
    isItem: isTapRequest,
  });
  return {
    keeps: ({ tapId }) => store.keeps(tapId),
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

/** The part of a tap that may be stored; null where the tap means nothing without its free text. */
export function withoutName(request: TapRequest): TapRequest | null {
  switch (request.kind) {
    case 'lookUp':
      if (request.source === 'chosen') return { ...request, name: null };
      return request.source === 'typed' && !request.isHeld && mayContainName(request.value) ? null : request;
    case 'checkIn':
    case 'checkOut':
      return request;
    case 'admitAnyway':
      return null;
  }
}
