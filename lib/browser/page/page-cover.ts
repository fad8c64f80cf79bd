let isCovered = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isCovered = next;
  for (const onChange of listeners) onChange();
}

/** Whether the session of this page has ended while it has unsaved input: it is kept, and nothing of it is shown. */
export const isPageCovered = (): boolean => isCovered;
export const coverPage = (): void => change(true);
export const uncoverPage = (): void => change(false);

/** @returns unsubscribes */
export function onPageCover(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
