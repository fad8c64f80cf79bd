const wanted = 'front-desk:help';

/** Asks the page to show its help. */
export const askForHelp = (): boolean => window.dispatchEvent(new Event(wanted));

/** @returns unsubscribes */
export function onHelpWanted(show: () => void): () => void {
  window.addEventListener(wanted, show);
  return () => window.removeEventListener(wanted, show);
}
