import { useSyncExternalStore } from 'react';
import { canUsePasskeys } from '#lib/browser/page/passkeys.ts';

const neverChanges = () => () => {};

/** Whether this browser offers passkeys at this address. False until the page is hydrated. */
export const usePasskeysOffered = (): boolean => useSyncExternalStore(neverChanges, canUsePasskeys, () => false);
