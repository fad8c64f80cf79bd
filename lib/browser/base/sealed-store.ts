import type { Is } from '#lib/wire/answers/shape.ts';
import { persistStorage } from './persist-storage.ts';

/** The contents of a store, in no order. */
export interface KeptItems<Item> {
  items: Item[];
  /**
   * Ids of items that cannot be decrypted or do not match the schema: the item or the key is damaged, or another
   * version of the page stored it. They stay until they are removed.
   */
  unreadable: string[];
}

/**
 * Stores items across a reload of the page. Every operation is best effort: the caller keeps the items in memory too.
 */
interface SealedStore<Item> {
  /**
   * Whether the item is on the disk: not while it is being saved, not outside a secure context, and not where the browser
   * refuses storage.
   */
  keeps(id: string): boolean;
  save(item: Item): Promise<void>;
  remove(id: string): Promise<void>;
  load(): Promise<KeptItems<Item>>;
  /** Ends the connection. A store with one stores again what it holds, whenever the browser has ended the connection. */
  close(): Promise<void>;
}

interface SealedStoreOptions<Item> {
  database: string;
  store: string;
  /** The property that holds the id of an item, unencrypted. */
  idKey: string;
  idOf: (item: Item) => string;
  /** Validates a stored item: another version of the page may have written it. */
  isItem: Is<Item>;
}

type Stored = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer } & Record<string, unknown>;

const algorithm = { name: 'AES-GCM', length: 256 };

/** A store in IndexedDB. Each item is encrypted with a non-extractable key that the browser keeps. */
export function createSealedStore<Item>(options: SealedStoreOptions<Item>): SealedStore<Item> {
  // outside a secure context there is no `crypto.subtle`, so nothing is stored
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle) return keepsNothing;
  const { store, idKey, idOf, isItem } = options;

  /** By id of the item. */
  const saving = new Map<string, Promise<void>>();
  /** Ids of the items that are on the disk, as far as this page knows. */
  const kept = new Set<string>();
  /** What this page has saved and not removed, by id. */
  const held = new Map<string, Item>();
  let isPersistenceAsked = false;
  const persistOnce = () => {
    if (!isPersistenceAsked) void persistStorage();
    isPersistenceAsked = true;
  };

  const saveMissing = () => {
    for (const [id, item] of held) if (!kept.has(id) && !saving.has(id)) void save(item);
  };
  // the browser ends a connection by itself, for example when somebody clears the data of the site: then nothing is on the disk
  const { bestEffort, close } = createConnection(options, () => {
    kept.clear();
    saveMissing();
  });

  function save(item: Item): Promise<void> {
    const id = idOf(item);
    held.set(id, item);
    const saved = bestEffort(async (database) => {
      const key = await readKey(database, store);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(item));
      const sealed = await crypto.subtle.encrypt({ name: algorithm.name, iv }, key, plain);
      const stored: Stored = { [idKey]: id, iv, sealed };
      await write(database, store, (items) => items.put(stored));
      kept.add(id);
      persistOnce();
    }, undefined).finally(() => {
      if (saving.get(id) !== saved) return;
      saving.delete(id);
      // the disk takes something again
      if (kept.has(id)) saveMissing();
    });
    saving.set(id, saved);
    return saved;
  }

  return {
    keeps: (id) => kept.has(id),
    save,
    remove: async (id) => {
      held.delete(id);
      // the desk may answer before the item is encrypted, which takes longer the first time
      await saving.get(id);
      kept.delete(id);
      await bestEffort((database) => write(database, store, (items) => items.delete(id)), undefined);
    },
    load: () =>
      bestEffort(async (database) => {
        const key = await readKey(database, store);
        const ids = await settled(database.transaction(store).objectStore(store).getAllKeys());
        // one by one, so that a damaged item does not hide the others
        const opened = await Promise.allSettled(
          ids.map(async (id) => {
            const stored: Stored | undefined = await settled(database.transaction(store).objectStore(store).get(id));
            // another window may have removed it in the meantime
            if (!stored) return [];
            const item = await open(stored, key, isItem);
            kept.add(String(id));
            return [item];
          }),
        );
        return {
          items: opened.flatMap((row) => (row.status === 'fulfilled' ? row.value : [])),
          unreadable: ids.filter((_, index) => opened[index]?.status === 'rejected').map(String),
        };
      }, nothing),
    close,
  };
}

const nothing = { items: [], unreadable: [] };
const keepsNothing = {
  keeps: () => false,
  save: async () => {},
  remove: async () => {},
  load: async () => nothing,
  close: async () => {},
};

/** @throws where the item is damaged or does not match the schema */
async function open<Item>({ iv, sealed }: Stored, key: CryptoKey, isItem: Is<Item>): Promise<Item> {
  const plain = await crypto.subtle.decrypt({ name: algorithm.name, iv }, key, sealed);
  const kept: unknown = JSON.parse(new TextDecoder().decode(plain));
  if (isItem(kept)) return kept;
  throw new TypeError('What was kept is of another shape.');
}

async function readKey(database: IDBDatabase, name: string): Promise<CryptoKey> {
  const kept: CryptoKey | undefined = await settled(database.transaction('keys').objectStore('keys').get(name));
  if (kept) return kept;
  const made = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
  // `add`, not `put`: if two windows create a key at once, both use the first one
  await write(database, 'keys', (keys) => keys.add(made, name)).catch(() => {});
  return settled(database.transaction('keys').objectStore('keys').get(name));
}

interface Connection {
  bestEffort<T>(work: (database: IDBDatabase) => Promise<T>, otherwise: T): Promise<T>;
  close(): Promise<void>;
}

/**
 * One connection, opened again after the browser has ended it.
 * @param onLost called when it has
 */
function createConnection<Item>(options: SealedStoreOptions<Item>, onLost: () => void): Connection {
  let opened: Promise<IDBDatabase> | null = null;
  const forget = (opening: Promise<IDBDatabase>) => {
    if (opened === opening) opened = null;
  };
  const connect = () => {
    if (opened) return opened;
    const opening = openDatabase(options);
    const watch = (database: IDBDatabase) => {
      database.onclose = () => {
        forget(opening);
        onLost();
      };
    };
    opening.then(watch, () => forget(opening));
    opened = opening;
    return opening;
  };
  void connect();
  const bestEffort: Connection['bestEffort'] = async (work, otherwise) => {
    for (const isLast of [false, true]) {
      const opening = connect();
      try {
        return await work(await opening);
      } catch (error) {
        if (isLast || !isLost(error)) break;
        forget(opening);
      }
    }
    return otherwise;
  };
  const end = (database: IDBDatabase) => database.close();
  // one that could not be opened has nothing to close
  const close = async () => opened?.then(end, () => {});
  return { bestEffort, close };
}

/** A connection that the browser has ended without an event; Safari calls it unknown when its own storage process has ended. */
const isLost = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');

function openDatabase({
  database,
  store,
  idKey,
}: Pick<SealedStoreOptions<never>, 'database' | 'store' | 'idKey'>): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store, { keyPath: idKey });
    request.result.createObjectStore('keys');
  };
  return settled(request);
}

/** Resolves once the change is on the disk: a request succeeds before the commit, where a full disk or quota shows. */
function write(database: IDBDatabase, store: string, change: (objects: IDBObjectStore) => void): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  change(transaction.objectStore(store));
  return committed;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
