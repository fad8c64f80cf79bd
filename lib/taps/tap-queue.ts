import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';
import type { TapStore } from './tap-store.ts';

/** The longest the desk itself may take: look-up, admission and ledger, each with its own shorter deadline. */
const answerDeadlineMs = 6_000;
const retryEveryMs = 2_000;

export interface TapQueueState {
  /** On their way for the first time. */
  sending: readonly TapRequest[];
  /** Not taken by the desk yet; sent again until they are. Oldest first. */
  waiting: readonly TapRequest[];
}

/** Why a tap has to wait: the desk was not heard, or nobody is signed in. */
export type WaitingCause = 'deskUnreachable' | 'signedOut';

export interface TapQueueOptions {
  /** One attempt. Rejects when the desk can't be reached or `signal` fires. */
  send(request: TapRequest, signal: AbortSignal): Promise<ActionResult<Verdict>>;
  /** Called once a tap, whichever attempt brought the answer. */
  onAnswer(request: TapRequest, result: ActionResult<Verdict>): void;
  /** Called once for a tap of this page that begins to wait. */
  onWait(request: TapRequest, cause: WaitingCause): void;
  store: TapStore;
}

interface TapQueue {
  add(request: TapRequest): void;
  /** Lets a tap wait whose attempt is still under way: an answer that comes after all counts. */
  giveUpWaitingFor(request: TapRequest): void;
  /** Forgets a tap, whatever becomes of an attempt that is under way. */
  drop(tapId: string): void;
  /** Tries all waiting taps now, as when the network is back. */
  retryNow(): void;
  getState(): TapQueueState;
  subscribe(listener: () => void): () => void;
  /** Takes up what an earlier page left unsent. */
  restore(): Promise<void>;
  dispose(): void;
}

/**
 * Carries taps from the page to the desk. A tap leaves the queue when the desk has answered it, not before:
 * a desk that is away or slow leaves it waiting, visibly, and it is sent again with its own id and time.
 */
export function createTapQueue({ send, onAnswer, onWait, store }: TapQueueOptions): TapQueue {
  let state: TapQueueState = { sending: [], waiting: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRetrying = false;
  let isDisposed = false;
  const underWay = new Set<string>();
  const listeners = new Set<() => void>();

  const update = (next: TapQueueState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const without = (list: readonly TapRequest[], { tapId }: TapRequest) => list.filter((tap) => tap.tapId !== tapId);
  const isOpen = ({ tapId }: TapRequest) => [...state.sending, ...state.waiting].some((tap) => tap.tapId === tapId);

  function wait(request: TapRequest, cause: WaitingCause = 'deskUnreachable'): void {
    if (!state.sending.includes(request)) return;
    const waiting = [...state.waiting, request].sort((a, b) => a.tappedAt - b.tappedAt);
    update({ sending: without(state.sending, request), waiting });
    timer ??= setTimeout(retry, retryEveryMs);
    onWait(request, cause);
  }

  /** @throws when the desk does not answer */
  async function attempt(request: TapRequest): Promise<ActionResult<Verdict>> {
    underWay.add(request.tapId);
    try {
      return await send(request, AbortSignal.timeout(answerDeadlineMs));
    } finally {
      underWay.delete(request.tapId);
    }
  }

  function settle(request: TapRequest, result: ActionResult<Verdict>): void {
    if (!isOpen(request)) return; // a late answer to an attempt that another one overtook
    if (!result.ok && (result.error.retryable || result.error.code === 'signedOut')) {
      const isSignedOut = result.error.code === 'signedOut';
      wait(request, isSignedOut ? 'signedOut' : 'deskUnreachable');
      if (isSignedOut) onAnswer(request, result);
      return;
    }
    update({ sending: without(state.sending, request), waiting: without(state.waiting, request) });
    // another person made it, or at a place that is not this person's: it stays for somebody who may send it
    if (result.ok || result.error.code !== 'notAllowed') void store.remove(request.tapId);
    onAnswer(request, result);
  }

  async function retry(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isRetrying || isDisposed) return;
    isRetrying = true;
    for (const request of state.waiting) {
      if (underWay.has(request.tapId) || !isOpen(request)) continue;
      try {
        settle(request, await attempt(request));
      } catch {
        break; // the desk is away: it is away for the others too
      }
    }
    isRetrying = false;
    if (state.waiting.length > 0 && !isDisposed) timer ??= setTimeout(retry, retryEveryMs);
  }

  return {
    add(request) {
      update({ ...state, sending: [...state.sending, request] });
      void store.save(request);
      const deadline = setTimeout(() => wait(request), answerDeadlineMs);
      attempt(request)
        .then(
          (result) => settle(request, result),
          () => wait(request),
        )
        .finally(() => clearTimeout(deadline));
    },
    giveUpWaitingFor: wait,
    drop(tapId) {
      const others = (list: readonly TapRequest[]) => list.filter((tap) => tap.tapId !== tapId);
      update({ sending: others(state.sending), waiting: others(state.waiting) });
      void store.remove(tapId);
    },
    retryNow: () => void retry(),
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async restore() {
      for (const request of await store.load()) {
        if (isOpen(request)) continue;
        update({ ...state, waiting: [...state.waiting, request] });
      }
      if (state.waiting.length > 0) await retry();
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}
