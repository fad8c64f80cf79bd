'use client';

import { useReload } from '#lib/browser/version/use-reload.ts';
import { isQuiet } from './is-quiet.ts';
import { useReception } from './reception-context.ts';

/** Reloads any page of reception after a deployment, once the counter has nothing pending or in use. */
export function KeepCurrent({ version }: { version: string }): null {
  const reception = useReception();
  useReload(version, () => isQuiet(reception));
  return null;
}
