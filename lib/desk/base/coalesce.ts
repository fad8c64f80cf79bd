/**
 * Does work one round at a time. Whoever asks for it during a round gets the next one, which all who ask meanwhile
 * share: what was there to be done when they asked is done when they are answered.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    next = null;
    current = work().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (!current) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
