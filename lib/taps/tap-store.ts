import type { TapRequest } from './tap-request.ts';

/** Keeps unsent taps over a reload of the page. Every operation is best effort: the queue itself holds them too. */
export interface TapStore {
  save(request: TapRequest): Promise<void>;
  remove(tapId: string): Promise<void>;
  load(): Promise<TapRequest[]>;
}

interface StoredTap {
  tapId: string;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const algorithm = { name: 'AES-GCM', length: 256 };

/**
 * Unsent scans in IndexedDB, each encrypted with a key that the browser keeps and never hands out.
 * Only scans are kept, as tap id, time and scanned value; a member chosen and a pressed button name a person and stay in memory.
 */
export function createBrowserTapStore(): TapStore {
  // outside a secure context there is no encryption, and nothing is stored
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle) return memoryOnly;
  const opened = openDatabase();
  opened.catch(() => {});
  const bestEffort = <T>(work: (database: IDBDatabase) => Promise<T>, otherwise: T) =>
    opened.then(work).catch(() => otherwise);

  return {
    save: (request) =>
      bestEffort(async (database) => {
        if (request.kind !== 'lookUp' || request.source === 'chosen') return;
        const key = await readKey(database);
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const plain = new TextEncoder().encode(JSON.stringify(request));
        const sealed = await crypto.subtle.encrypt({ name: algorithm.name, iv }, key, plain);
        const stored: StoredTap = { tapId: request.tapId, iv, sealed };
        await settled(database.transaction('taps', 'readwrite').objectStore('taps').put(stored));
      }, undefined),
    remove: (tapId) =>
      bestEffort(async (database) => {
        await settled(database.transaction('taps', 'readwrite').objectStore('taps').delete(tapId));
      }, undefined),
    load: () =>
      bestEffort(async (database) => {
        const key = await readKey(database);
        const all: StoredTap[] = await settled(database.transaction('taps').objectStore('taps').getAll());
        const taps = await Promise.all(all.map((stored) => open(stored, key)));
        return taps.sort((a, b) => a.tappedAt - b.tappedAt);
      }, []),
  };
}

const memoryOnly: TapStore = { save: async () => {}, remove: async () => {}, load: async () => [] };

async function open({ iv, sealed }: StoredTap, key: CryptoKey): Promise<TapRequest> {
  const plain = await crypto.subtle.decrypt({ name: algorithm.name, iv }, key, sealed);
  return JSON.parse(new TextDecoder().decode(plain)) as TapRequest; // safe because: only save() could seal it with this key
}

async function readKey(database: IDBDatabase): Promise<CryptoKey> {
  const kept: CryptoKey | undefined = await settled(database.transaction('keys').objectStore('keys').get('taps'));
  if (kept) return kept;
  const made = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
  // add, not put: of two windows that make a key at once, the first one's counts for both
  await settled(database.transaction('keys', 'readwrite').objectStore('keys').add(made, 'taps')).catch(() => {});
  return settled(database.transaction('keys').objectStore('keys').get('taps'));
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('front-desk', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('taps', { keyPath: 'tapId' });
    request.result.createObjectStore('keys');
  };
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
