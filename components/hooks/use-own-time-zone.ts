import { useSyncExternalStore } from 'react';

/** The time zone of this computer; null on the server, which does not know it. */
export const useOwnTimeZone = (): string | null => useSyncExternalStore(neverChanges, ownTimeZone, () => null);

const neverChanges = () => () => {};
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
