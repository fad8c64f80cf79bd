'use client';

import { useReload } from '#lib/browser/version/use-reload.ts';

/** Has any page of the office become another version's. */
export function KeepCurrent({ version }: { version: string }): null {
  useReload(version, () => true);
  return null;
}
