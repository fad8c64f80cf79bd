/** Whether this browser reads cards itself (Web NFC): Chrome on Android does, over HTTPS. */
export const isNfcSupported = (): boolean => typeof window !== 'undefined' && 'NDEFReader' in window;
