'use client';

import { useReload } from '#lib/browser/version/use-reload.ts';

/** Reloads any page of the office after a deployment. */
export function KeepCurrent({ version }: { version: string }): null {
  useReload(version, () => true);
  return null;
}
