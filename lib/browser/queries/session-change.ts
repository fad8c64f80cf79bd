/** Whether the sign-in happened on this page, or on another page of this browser. */
type Where = 'here' | 'elsewhere';

const listeners = new Set<(where: Where) => void>();
let channel: BroadcastChannel | null = null;

const tellListeners = (where: Where) => {
  for (const listener of listeners) listener(where);
};

/** The other pages of this browser, which share the session. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('front-desk session');
  channel.onmessage = () => tellListeners('elsewhere');
  return channel;
}

/**
 * Subscribes to sign-ins of another user at this browser, on this page or another one.
 * @returns unsubscribes
 */
export function onSessionChange(listener: (where: Where) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the session of this browser now belongs to another user, on this page and all others. */
export function tellSessionChange(): void {
  tellListeners('here');
  tellOtherPages();
}

/** For a page that navigates to a new page itself: informs only the other pages. */
export function tellOtherPages(): void {
  openChannel().postMessage(null);
}
