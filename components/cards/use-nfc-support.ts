'use client';

import { useSyncExternalStore } from 'react';
import { isNfcSupported } from '#lib/browser/scan/web-nfc-support.ts';

const neverChanges = () => () => {};

/** Whether this browser reads cards by itself. Not before the page is in the browser: the server cannot know. */
export const useNfcSupport = (): boolean => useSyncExternalStore(neverChanges, isNfcSupported, () => false);
