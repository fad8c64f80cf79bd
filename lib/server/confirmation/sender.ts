import 'server-only';

export interface Sender<Key> {
  send(row: Key): Promise<void>;
  /** Releases the rows under way when the process stops, so that another process can claim them at once. */
  release(): Promise<void>;
}

interface SenderOptions<Key> {
  idOf: (row: Key) => string;
  send: (row: Key) => Promise<void>;
  /** Makes rows under way due again. */
  releaseClaims: (ids: string[]) => Promise<unknown>;
}

export function createSender<Key>({ idOf, send, releaseClaims }: SenderOptions<Key>): Sender<Key> {
  // one entry per attempt: a row may have two jobs, of which one finds nothing to do and ends while the other sends
  const underWay = new Set<{ id: string }>();
  let isReleased = false;
  return {
    send: async (row) => {
      const attempt = { id: idOf(row) };
      underWay.add(attempt);
      try {
        await send(row);
      } catch (error) {
        // after the release the database may be closed, and another process handles the row
        if (!isReleased) throw error;
      } finally {
        underWay.delete(attempt);
      }
    },
    release: async () => {
      isReleased = true;
      const ids = new Set([...underWay].map(({ id }) => id));
      if (ids.size > 0) await releaseClaims([...ids]);
    },
  };
}
