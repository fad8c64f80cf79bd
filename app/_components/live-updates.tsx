'use client';

import { useLiveUpdates } from '#lib/queries/use-live-updates.ts';

/** Keeps what a page has read current: a change told by the desk is read again. */
export function LiveUpdates(): null {
  useLiveUpdates();
  return null;
}
