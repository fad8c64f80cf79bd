import { Worker } from 'node:worker_threads';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { FromWindow, TapWish, ToWindow, WindowSettings } from './window-messages.ts';

/** A window of a browser at reception. */
export interface DeskWindow {
  /**
   * Scans the member's card, selects them by name, or presses their check-out.
   * @returns whether the window was there to accept it: not during a reload
   */
  tap(wish: TapWish): boolean;
  /** @param aheadMs how far its clock is ahead of the machine's from now on */
  setClock(aheadMs: number): void;
  /** Reloads the page: state that was only in memory is lost. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export type WindowListener = (message: Exclude<FromWindow, { tell: 'closed' }>) => void;

export function openWindow(
  settings: Omit<WindowSettings, 'clockAheadMs' | 'stored'>,
  listen: WindowListener,
): DeskWindow {
  let clockAheadMs = 0;
  let thread = startThread([]);
  let isOpen = true;
  let closed = Promise.withResolvers<TapRequest[]>();

  function startThread(stored: readonly TapRequest[]): Worker {
    const workerData: WindowSettings = { ...settings, clockAheadMs, stored };
    const started = new Worker(new URL('./window-thread.ts', import.meta.url), { workerData });
    started.on('message', (message: FromWindow) =>
      message.tell === 'closed' ? closed.resolve(message.stored) : listen(message),
    );
    // its error fails the whole run; a window that ended is not awaited
    started.on('exit', () => closed.resolve([]));
    return started;
  }
  const order = (message: ToWindow) => thread.postMessage(message);

  async function close(): Promise<TapRequest[]> {
    isOpen = false;
    if (thread.threadId === -1) return [];
    closed = Promise.withResolvers();
    order({ do: 'close' });
    const stored = await closed.promise;
    await thread.terminate();
    return stored;
  }

  return {
    tap: (wish) => {
      if (isOpen) order({ do: 'tap', ...wish });
      return isOpen;
    },
    setClock: (aheadMs) => {
      clockAheadMs = aheadMs;
      order({ do: 'setClock', aheadMs });
    },
    reload: async () => {
      const stored = await close();
      thread = startThread(stored);
      isOpen = true;
    },
    close: async () => void (await close()),
  };
}
