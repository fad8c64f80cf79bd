import { useEffect } from 'react';
import { holdPage } from '#lib/browser/page/page-leaving.ts';

/** Asks before the user leaves the page, in any way, while it has unsaved input. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdPage() : undefined), [isUnsaved]);
}
