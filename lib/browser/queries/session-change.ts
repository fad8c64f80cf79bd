/** Whether somebody signed in on this page, or on another one of this browser. */
type Where = 'here' | 'elsewhere';

const listeners = new Set<(where: Where) => void>();
let channel: BroadcastChannel | null = null;

const tellListeners = (where: Where) => {
  for (const listener of listeners) listener(where);
};

/** Other pages of this browser: they have the session in common. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('front-desk session');
  channel.onmessage = () => tellListeners('elsewhere');
  return channel;
}

/**
 * Called when somebody else has signed in at this browser, on this page or another one.
 * @returns ends it
 */
export function onSessionChange(listener: (where: Where) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that from now on this page and the others of this browser are somebody else's. */
export function tellSessionChange(): void {
  tellListeners('here');
  tellOtherPages();
}

/** For a page that makes room for a new one itself. */
export function tellOtherPages(): void {
  openChannel().postMessage(null);
}
