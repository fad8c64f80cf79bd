import 'server-only';

/** The size of the burst, and the refill a second (docs/decisions/platform-rate-limits.md). */
export const publishedLimit = { capacity: 60, perSecond: 6 };

/** A bucket may give so many more than are wanted, for the next requests. */
export const takenBeyond = 5;

/** The requests that a key may still send. */
export interface TokenBucket {
  /** Takes tokens, unless fewer than `leave` would remain. Never rejects, and takes no longer than a person may wait. */
  take(asked: Take): Promise<Taken>;
}

export interface Take {
  wanted: number;
  leave: number;
  /** What remains according to the platform; null where it has not said so since the last call. */
  heard: number | null;
}

export interface Taken {
  /** At most {@link takenBeyond} more than `wanted`. */
  taken: number;
  left: number;
}

/** The bucket of a key that only this process uses. @param now a monotonic clock, milliseconds */
export function createTokenBucket({
  now,
  capacity = publishedLimit.capacity,
  perSecond = publishedLimit.perSecond,
  tokens = capacity,
}: {
  now: () => number;
  capacity?: number | undefined;
  perSecond?: number | undefined;
  /** What is left now. */
  tokens?: number;
}): TokenBucket {
  let countedAt = now();
  return {
    take: async ({ wanted, leave, heard }) => {
      const at = now();
      tokens = Math.min(capacity, heard ?? capacity, tokens + ((at - countedAt) / 1_000) * perSecond);
      countedAt = at;
      const taken = Math.max(0, Math.min(wanted, Math.floor(tokens - leave)));
      tokens -= taken;
      return { taken, left: tokens };
    },
  };
}
