import { useRouter } from 'next/navigation';
import type { ActionResult } from '#lib/wire/action-result.ts';

/**
 * Saves settings with which the server renders pages, and renders the pages of this window anew. Otherwise Next's router cache would show
 * the former values after Back, in a form that would save them again.
 */
export function useRefreshingSave<Change, Outcome extends { kind: string }>(
  save: (change: Change) => Promise<ActionResult<Outcome>>,
): (change: Change) => Promise<ActionResult<Outcome>> {
  const router = useRouter();
  return async (change) => {
    const result = await save(change);
    if (result.ok && result.value.kind === 'saved') router.refresh();
    return result;
  };
}
