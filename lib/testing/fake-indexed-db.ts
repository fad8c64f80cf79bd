interface FakeStore {
  keyPath: string | null;
  rows: Map<IDBValidKey, unknown>;
}

/**
 * The part of IndexedDB that a sealed store uses, in memory. Reading a row of `broken` fails, as with a damaged file.
 */
export function fakeIndexedDb(broken: ReadonlySet<IDBValidKey> = new Set()) {
  const databases = new Map<string, Map<string, FakeStore>>();

  const objectStore = ({ keyPath, rows }: FakeStore) => ({
    get: (key: IDBValidKey) =>
      requestOf(() => {
        if (broken.has(key)) throw new DOMException('The row is damaged.', 'DataError');
        return rows.get(key);
      }),
    getAllKeys: () => requestOf(() => [...rows.keys()]),
    put: (row: Record<string, IDBValidKey>) => requestOf(() => rows.set(row[keyPath ?? ''] ?? '', row)),
    add: (row: unknown, key: IDBValidKey) =>
      requestOf(() => {
        if (rows.has(key)) throw new DOMException('There is one.', 'ConstraintError');
        rows.set(key, row);
      }),
    delete: (key: IDBValidKey) => requestOf(() => rows.delete(key)),
  });

  const open = (name: string) => {
    const isNew = !databases.has(name);
    const stores = databases.get(name) ?? new Map<string, FakeStore>();
    databases.set(name, stores);
    const database = {
      createObjectStore: (store: string, { keyPath = null }: { keyPath?: string | null } = {}) =>
        stores.set(store, { keyPath, rows: new Map() }),
      transaction: () => ({
        objectStore: (store: string) => {
          const found = stores.get(store);
          if (!found) throw new DOMException('There is no such store.', 'NotFoundError');
          return objectStore(found);
        },
      }),
    };
    return requestOf(
      () => database,
      ({ onupgradeneeded }) => isNew && onupgradeneeded(),
    );
  };

  return {
    indexedDB: { open },
    /** The rows of a store as stored. */
    rowsOf: (database: string, store: string) => databases.get(database)?.get(store)?.rows ?? new Map(),
  };
}

interface FakeRequest<T> {
  result: T | undefined;
  error: unknown;
  onsuccess(): void;
  onerror(): void;
  onupgradeneeded(): void;
}

/** Answers asynchronously, once the caller has set its handlers. */
function requestOf<T>(work: () => T, before: (request: FakeRequest<T>) => void = () => {}): FakeRequest<T> {
  const request: FakeRequest<T> = {
    result: undefined,
    error: null,
    onsuccess: () => {},
    onerror: () => {},
    onupgradeneeded: () => {},
  };
  queueMicrotask(() => {
    try {
      request.result = work();
      before(request);
      request.onsuccess();
    } catch (error) {
      request.error = error;
      request.onerror();
    }
  });
  return request;
}
