import { useEffect } from 'react';
import { holdPage } from '#lib/browser/page/page-leaving.ts';

/** Has the page asked about before it is left, by whatever way, while something on it was entered and not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdPage() : undefined), [isUnsaved]);
}
