import type { BurstState } from './burst-step.ts';
import type { Fragment } from './fragments.ts';

const storageKey = 'cut-scan';

/** Stores the time of an unfinished scan for the next page: its remaining keys may arrive there. */
export function keepOpenCut({ run, isRecognised, fragments }: BurstState): void {
  const last = isRecognised ? run.at(-1) : fragments.findLast(({ kind }) => kind === 'cut')?.keys.at(-1);
  if (!last) return;
  try {
    sessionStorage.setItem(storageKey, String(performance.timeOrigin + last.at));
  } catch {
    // without storage, the next page treats the rest as a scan of its own
  }
}

/** Returns and removes what the previous page stored, converted to this page's clock. */
export function takeOpenCut(): readonly Fragment[] {
  try {
    const lastAt = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (lastAt === null) return [];
    const keys = [{ id: 0, text: '', at: Number(lastAt) - performance.timeOrigin }];
    return [{ keys, kind: 'cut', openUntil: Number.NEGATIVE_INFINITY }];
  } catch {
    return [];
  }
}
