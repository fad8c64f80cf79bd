/** Longer than an outage mostly lasts. A picture that is really missing is asked for no further. */
const pausesMs = [2_000, 8_000, 30_000, 120_000, 600_000];

/**
 * Loads a picture that failed to load again, with backoff, at most a few times.
 * @param onLoaded called once the browser has it
 * @returns stops that
 */
export function loadAgain(url: string, onLoaded: () => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loadAfter = ([pauseMs, ...longer]: readonly number[]) => {
    if (isOver || pauseMs === undefined) return;
    const load = () => {
      const picture = new Image();
      picture.onload = onLoaded;
      picture.onerror = () => loadAfter(longer);
      picture.src = url;
    };
    // with jitter: all pictures of a page, and of other windows, fail at the same moment
    timer = setTimeout(load, pauseMs * (0.5 + Math.random() / 2));
  };
  loadAfter(pausesMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
