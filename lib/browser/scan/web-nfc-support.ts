/** Whether this browser reads cards by itself: Chrome on Android does, on pages that came over HTTPS. */
export const isNfcSupported = (): boolean => typeof window !== 'undefined' && 'NDEFReader' in window;
