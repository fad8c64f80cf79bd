import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { createBackoff } from '#lib/browser/base/backoff.ts';

/** The page loads first. What it loads later, such as the parts that it fetches two seconds after its start, is added. */
const keepAfterMs = 500;
const keepPartsAfterMs = 5_500;
const pauses = { firstMs: 2_000, longestMs: 30_000 };
/** A browser that fails this often may well fail for good. */
const toldAfterFailures = 3;

interface Keeping {
  /** @returns whether a user is still signed in */
  keep(): Promise<boolean>;
  /** Tells when the page loads another of its files. @returns ends it */
  watchFiles(onLoaded: () => void): () => void;
  /** Called when storing fails repeatedly, and again when it succeeds after all. */
  onChange(isKept: boolean): void;
}

/**
 * Retries until the shell is stored, and stores it again after the page has loaded more of its files.
 * @returns stops it
 */
export function keepTrying({ keep, watchFiles, onChange }: Keeping): () => void {
  const backoff = createBackoff(pauses);
  let failures = 0;
  let isKept = false;
  let isOver = false;
  /** Files were loaded after what was stored last. */
  let hasMore = false;
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(attempt, keepAfterMs);
  let isUnderWay = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    unwatch();
  };
  const unwatch = watchFiles(() => {
    hasMore = true;
    if (timer === undefined && !isUnderWay && !isOver) timer = setTimeout(attempt, keepPartsAfterMs);
  });

  async function attempt(): Promise<void> {
    timer = undefined;
    isUnderWay = true;
    hasMore = false;
    let nextMs = keepPartsAfterMs;
    try {
      if (!(await keep())) end();
      if (isOver) return;
      onChange(true);
      isKept = true;
      backoff.reset();
    } catch (error) {
      if (isOver) return;
      hasMore = true;
      failures += 1;
      if (!isKept && failures === toldAfterFailures) onChange(false);
      nextMs = backoff.nextMs(retryAfterMsOf(error));
    } finally {
      isUnderWay = false;
    }
    if (hasMore) timer = setTimeout(attempt, nextMs);
  }
  return end;
}
