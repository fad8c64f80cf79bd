'use client';

import { useSyncExternalStore } from 'react';
import { isNfcSupported } from '#lib/browser/scan/web-nfc-support.ts';

const neverChanges = () => () => {};

/** Whether this browser reads cards itself (Web NFC). False during server rendering and hydration. */
export const useNfcSupport = (): boolean => useSyncExternalStore(neverChanges, isNfcSupported, () => false);
