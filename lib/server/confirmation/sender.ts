import 'server-only';

export interface Sender<Key> {
  send(row: Key): Promise<void>;
  /** Releases the claims of attempts under way when the process stops, so that another process can claim at once. */
  release(): Promise<void>;
}

/**
 * Keeps the claim of an attempt, as the database returned it, for a release.
 * @returns whether the attempt may go on. If the process has begun to stop, the claim is released at once
 */
export type KeepClaim<Claim> = (claim: Claim) => Promise<boolean>;

interface SenderOptions<Key, Claim> {
  send: (row: Key, keepClaim: KeepClaim<Claim>) => Promise<void>;
  /** Releases claims that are still held: at a stop, or when an attempt fails. */
  releaseClaims: (claims: readonly Claim[]) => Promise<void>;
}

export function createSender<Key, Claim>({ send, releaseClaims }: SenderOptions<Key, Claim>): Sender<Key> {
  const underWay = new Set<{ claim?: Claim }>();
  let isReleased = false;
  return {
    send: async (row) => {
      const attempt: { claim?: Claim } = {};
      const keepClaim = async (claim: Claim) => {
        if (isReleased) await releaseClaims([claim]);
        else attempt.claim = claim;
        return !isReleased;
      };
      underWay.add(attempt);
      try {
        await send(row, keepClaim);
      } catch (error) {
        // after the release the database may be closed, and another process handles the row
        if (isReleased) return;
        // a retry would find the row claimed; if this fails too, the claim expires
        if (attempt.claim !== undefined) await releaseClaims([attempt.claim]).catch(() => {});
        throw error;
      } finally {
        underWay.delete(attempt);
      }
    },
    release: async () => {
      isReleased = true;
      const claims = [...underWay].flatMap(({ claim }) => (claim === undefined ? [] : [claim]));
      if (claims.length > 0) await releaseClaims(claims);
    },
  };
}
