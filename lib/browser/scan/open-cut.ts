import type { BurstState } from './burst-step.ts';
import type { Fragment } from './fragments.ts';

const storageKey = 'cut-scan';

/** Keeps that a scan was begun here, and when, for the page that is loaded next: its rest may be heard there. */
export function keepOpenCut({ run, isRecognised, fragments }: BurstState): void {
  const last = isRecognised ? run.at(-1) : fragments.findLast(({ kind }) => kind === 'cut')?.keys.at(-1);
  if (!last) return;
  try {
    sessionStorage.setItem(storageKey, String(performance.timeOrigin + last.at));
  } catch {
    // the next page hears the rest as it would hear any scan
  }
}

/** What the page before has kept, once, by this page's clock. */
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
