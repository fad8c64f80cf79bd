'use client';

import { useReload } from '#lib/browser/version/use-reload.ts';

/** Reloads a page after a deployment. */
export function KeepCurrent({ version }: { version: string }): null {
  useReload(version, () => true);
  return null;
}
