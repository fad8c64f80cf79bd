import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { createBackoff } from '#lib/browser/base/backoff.ts';

/** The page loads first; the second attempt adds its lazy chunks, which are prefetched after two seconds. */
const keepAfterMs = 500;
const keepPartsAfterMs = 5_500;
const pauses = { firstMs: 2_000, longestMs: 30_000 };
/** A browser that fails this often may well fail for good. */
const toldAfterFailures = 3;

interface Keeping {
  /** @returns whether a user is still signed in */
  keep(): Promise<boolean>;
  /** Called when storing fails repeatedly, and again when it succeeds after all. */
  onChange(isKept: boolean): void;
}

/**
 * Retries until the shell is stored, and then stores it a second time.
 * @returns stops it
 */
export function keepTrying({ keep, onChange }: Keeping): () => void {
  const backoff = createBackoff(pauses);
  let failures = 0;
  let isKept = false;
  let isOver = false;
  const attempt = async () => {
    const isAgain = isKept;
    try {
      if (!(await keep()) || isOver) return;
      onChange(true);
      isKept = true;
      backoff.reset();
      if (!isAgain) timer = setTimeout(attempt, keepPartsAfterMs);
    } catch (error) {
      if (isOver) return;
      failures += 1;
      if (!isKept && failures === toldAfterFailures) onChange(false);
      timer = setTimeout(attempt, backoff.nextMs(retryAfterMsOf(error)));
    }
  };
  let timer = setTimeout(attempt, keepAfterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
