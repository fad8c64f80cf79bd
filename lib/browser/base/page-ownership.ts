interface Ownership {
  isOwned: Promise<true>;
  take: () => void;
}

const ownerships = new Map<number, Ownership>();

function ownershipOf(page: number): Ownership {
  const known = ownerships.get(page);
  if (known) return known;
  let take = () => {};
  const isOwned = new Promise<true>((resolve) => {
    take = () => resolve(true);
  });
  const made = { isOwned, take };
  ownerships.set(page, made);
  return made;
}

/**
 * Makes this page the one that sends what another page (`performance.timeOrigin`) stored. It is a Web Lock, which the
 * browser releases when a page is closed: without it a second window would send the taps of the first, and show their
 * verdicts.
 * @param waits whether to wait for the other page to be closed
 * @returns whether this page owns it now; true where the browser has no Web Locks
 */
export function ownPage(page: number, waits: boolean): Promise<boolean> {
  const { isOwned, take } = ownershipOf(page);
  // outside a secure context there are no locks, and nothing is stored either
  if (!globalThis.navigator?.locks) {
    take();
    return isOwned;
  }
  const isGranted = new Promise<boolean>((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      if (!lock) return;
      take();
      // a page that the browser keeps for its back button counts as closed
      return new Promise((release) => globalThis.addEventListener?.('pagehide', () => release(), { once: true }));
    };
    // a browser that refuses locks must not keep unsent items from being sent
    navigator.locks.request(`front-desk page ${page}`, { ifAvailable: !waits }, hold).catch(take);
  });
  return waits ? isOwned : Promise.race([isOwned, isGranted]);
}
