import 'server-only';

export interface Sender<Key> {
  send(row: Key): Promise<void>;
  /** Gives back what is still being sent when the process stops, so that the next one need not take it for stuck. */
  release(): Promise<void>;
}

export interface SenderOptions<Key> {
  idOf: (row: Key) => string;
  send: (row: Key) => Promise<void>;
  /** Makes rows that are being sent due again. */
  giveBack: (ids: string[]) => Promise<unknown>;
}

export function createSender<Key>({ idOf, send, giveBack }: SenderOptions<Key>): Sender<Key> {
  const underWay = new Set<string>();
  let isReleased = false;
  return {
    send: async (row) => {
      underWay.add(idOf(row));
      try {
        await send(row);
      } catch (error) {
        // the database is closed by then, and the next process has the row
        if (!isReleased) throw error;
      } finally {
        underWay.delete(idOf(row));
      }
    },
    release: async () => {
      isReleased = true;
      if (underWay.size > 0) await giveBack([...underWay]);
    },
  };
}
