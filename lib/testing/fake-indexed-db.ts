interface FakeStore {
  keyPath: string | null;
  rows: Map<IDBValidKey, unknown>;
}

/**
 * The part of IndexedDB that a sealed store uses, in memory. Reading a row of `broken` fails, as with a damaged file. On a
 * full disk a write succeeds and its transaction is then aborted, as in Chromium.
 */
export function fakeIndexedDb(broken: ReadonlySet<IDBValidKey> = new Set()) {
  const databases = new Map<string, Map<string, FakeStore>>();
  const disk = { isFull: false };
  const connections: { isClosed: boolean; onclose(): void }[] = [];

  /** One request a transaction, which is committed or aborted after it. */
  const transaction = (stores: Map<string, FakeStore>) => {
    const ends = { error: null as DOMException | null, oncomplete: () => {}, onabort: () => {} };
    const objectStore = (store: string) => {
      const { keyPath, rows } = found(stores, store);
      const write = (key: IDBValidKey, change: () => void) => {
        const before = new Map(rows);
        const request = requestOf(change, { after: () => queueMicrotask(commit) });
        function commit() {
          if (!request.error && !disk.isFull) return ends.oncomplete();
          ends.error = request.error ?? new DOMException('The disk is full.', 'QuotaExceededError');
          if (before.has(key)) rows.set(key, before.get(key));
          else rows.delete(key);
          ends.onabort();
        }
        return request;
      };
      return {
        get: (key: IDBValidKey) =>
          requestOf(() => {
            if (broken.has(key)) throw new DOMException('The row is damaged.', 'DataError');
            return rows.get(key);
          }),
        getAllKeys: () => requestOf(() => [...rows.keys()]),
        put: (row: Record<string, IDBValidKey>) => {
          const key = row[keyPath ?? ''] ?? '';
          return write(key, () => rows.set(key, row));
        },
        add: (row: unknown, key: IDBValidKey) =>
          write(key, () => {
            if (rows.has(key)) throw new DOMException('There is one.', 'ConstraintError');
            rows.set(key, row);
          }),
        delete: (key: IDBValidKey) => write(key, () => rows.delete(key)),
      };
    };
    return Object.assign(ends, { objectStore });
  };

  const open = (name: string) => {
    const isNew = !databases.has(name);
    const stores = databases.get(name) ?? new Map<string, FakeStore>();
    databases.set(name, stores);
    const database = {
      isClosed: false,
      onclose: () => {},
      createObjectStore: (store: string, { keyPath = null }: { keyPath?: string | null } = {}) =>
        stores.set(store, { keyPath, rows: new Map() }),
      transaction: () => {
        if (database.isClosed) throw new DOMException('The connection is closing.', 'InvalidStateError');
        return transaction(stores);
      },
      close: () => {
        database.isClosed = true;
        const place = connections.indexOf(database);
        if (place >= 0) connections.splice(place, 1);
      },
    };
    connections.push(database);
    return requestOf(() => database, { before: ({ onupgradeneeded }) => isNew && onupgradeneeded() });
  };

  return {
    indexedDB: { open },
    disk,
    openConnections: () => connections.length,
    /** Ends all connections, as a browser may do. */
    endConnections: ({ withEvent = true }: { withEvent?: boolean } = {}) => {
      for (const connection of connections.splice(0)) {
        connection.isClosed = true;
        if (withEvent) connection.onclose();
      }
    },
    /** Removes everything, as when somebody clears the data of the site. */
    clear: () => databases.clear(),
    /** The rows of a store as stored. */
    rowsOf: (database: string, store: string) => databases.get(database)?.get(store)?.rows ?? new Map(),
  };
}

function found(stores: Map<string, FakeStore>, name: string): FakeStore {
  const store = stores.get(name);
  if (!store) throw new DOMException('There is no such store.', 'NotFoundError');
  return store;
}

interface FakeRequest<T> {
  result: T | undefined;
  error: DOMException | null;
  onsuccess(): void;
  onerror(): void;
  onupgradeneeded(): void;
}

interface Around<T> {
  before?: (request: FakeRequest<T>) => void;
  after?: () => void;
}

/** Answers asynchronously, once the caller has set its handlers. */
function requestOf<T>(work: () => T, { before = () => {}, after = () => {} }: Around<T> = {}): FakeRequest<T> {
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
      request.error = error as DOMException; // safe because: only those are thrown here
      request.onerror();
    }
    after();
  });
  return request;
}
