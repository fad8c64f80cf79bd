import 'server-only';

export interface Sender<Key> {
  send(row: Key): Promise<void>;
  /** Releases what is still being sent when the process stops, so that the next one need not take it for stuck. */
  release(): Promise<void>;
}

interface SenderOptions<Key> {
  idOf: (row: Key) => string;
  send: (row: Key) => Promise<void>;
  /** Makes rows that are being sent due again. */
  releaseClaims: (ids: string[]) => Promise<unknown>;
}

export function createSender<Key>({ idOf, send, releaseClaims }: SenderOptions<Key>): Sender<Key> {
  // by attempt: a row may have two jobs, of which one finds nothing to do and ends while the other sends
  const underWay = new Set<{ id: string }>();
  let isReleased = false;
  return {
    send: async (row) => {
      const attempt = { id: idOf(row) };
      underWay.add(attempt);
      try {
        await send(row);
      } catch (error) {
        // the database is closed by then, and the next process has the row
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
