/**
 * How the session of this browser has changed. `here`, `elsewhere`: somebody has signed in on this page, or on another one of this
 * browser, probably another user. `again`: the user of this page, whose session had ended.
 */
type Change = 'here' | 'elsewhere' | 'again';

const listeners = new Set<(change: Change) => void>();
let channel: BroadcastChannel | null = null;

/** Reports it on this page alone. */
export function tellThisPage(change: Change): void {
  for (const listener of listeners) listener(change);
}

/** The other pages of this browser, which share the session. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('front-desk session');
  channel.onmessage = () => tellThisPage('elsewhere');
  return channel;
}

/**
 * Subscribes to sign-ins at this browser, on this page or another one.
 * @returns unsubscribes
 */
export function onSessionChange(listener: (change: Change) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports on this page and all others that somebody has signed in here, by default another user. */
export function tellSessionChange(change: 'here' | 'again' = 'here'): void {
  tellThisPage(change);
  tellOtherPages();
}

/** For a page that navigates to a new page itself: informs only the other pages. */
export function tellOtherPages(): void {
  openChannel().postMessage(null);
}
