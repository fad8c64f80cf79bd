'use client';

import { useReload } from '#lib/browser/version/use-reload.ts';
import { isQuiet } from './is-quiet.ts';
import { useReception } from './reception-context.ts';

/** Has any page of reception become another version's, once nothing at the counter is on its way or being read. */
export function KeepCurrent({ version }: { version: string }): null {
  const reception = useReception();
  useReload(version, () => isQuiet(reception));
  return null;
}
