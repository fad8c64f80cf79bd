import 'server-only';

/** The size of the burst, and the refill a second (behaviour sheet, "Credentials, limits, errors"). */
export const publishedLimit = { capacity: 60, perSecond: 6 };

/** The requests that a key may still send. */
export interface TokenBucket {
  /** Takes tokens, unless fewer than `leave` would remain. Never rejects. */
  take(asked: Take): Promise<Taken>;
}

interface Take {
  wanted: number;
  leave: number;
  /** What remains according to the platform; null where it has not said so since the last call. */
  heard: number | null;
}

interface Taken {
  /** May exceed `wanted`. */
  taken: number;
  left: number;
}

/** The bucket of a key that only this process uses. @param now a monotonic clock, milliseconds */
export function createTokenBucket({
  now,
  capacity = publishedLimit.capacity,
  perSecond = publishedLimit.perSecond,
}: {
  now: () => number;
  capacity?: number | undefined;
  perSecond?: number | undefined;
}): TokenBucket {
  let tokens = capacity;
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
