import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { type Backoff, createBackoff } from '#lib/browser/base/backoff.ts';
import { isNotUnderstood, notUnderstoodAfter } from '#lib/browser/base/not-understood.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';
import type { TapStore } from './tap-store.ts';

/** The longest the desk itself may take: look-up, admission and ledger, each with its own shorter deadline. */
const answerDeadlineMs = 6_000;
const pauses = { firstMs: 2_000, longestMs: 16_000 };

export interface TapQueueState {
  /** On their way for the first time. */
  sending: readonly TapRequest[];
  /** Not taken by the desk yet; sent again until they are. Oldest first. */
  waiting: readonly TapRequest[];
  /** Ids of taps that an earlier page left, and that nobody can open: they are never sent. */
  unreadable: readonly string[];
  /**
   * Ids of waiting ones that outlive this page and whose last answer it could not read: it is somebody else's, or of a newer
   * desk.
   */
  notUnderstood: readonly string[];
}

/** Why a tap has to wait: the desk was not heard, its database keeps nothing, or nobody is signed in. */
export type WaitingCause = 'deskUnreachable' | 'storageFailed' | 'signedOut';

export interface TapQueueOptions {
  /** One attempt. Rejects when the desk can't be reached or `signal` fires. */
  send(request: TapRequest, signal: AbortSignal): Promise<ActionResult<Verdict>>;
  /** Called once a tap, whichever attempt brought the answer. */
  onAnswer(request: TapRequest, result: ActionResult<Verdict>): void;
  /** Called for a tap of this page that begins to wait, and again where another cause keeps it waiting. */
  onWait(request: TapRequest, cause: WaitingCause, isAgain: boolean): void;
  store: TapStore;
  /** Pauses between rounds of attempts. */
  backoff?: Backoff;
}

interface TapQueue {
  add(request: TapRequest): void;
  /** Lets a tap wait whose attempt is still under way: an answer that comes after all counts. */
  giveUpWaitingFor(request: TapRequest): void;
  /** Forgets a tap, whatever becomes of an attempt that is under way. */
  drop(tapId: string): void;
  /** Tries all waiting taps now, as when the network is back. */
  retryNow(): void;
  /** Removes what cannot be opened, once somebody was told of it. */
  removeUnreadable(): void;
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
export function createTapQueue({
  send,
  onAnswer,
  onWait,
  store,
  backoff = createBackoff(pauses),
}: TapQueueOptions): TapQueue {
  let state: TapQueueState = { sending: [], waiting: [], notUnderstood: [], unreadable: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRetrying = false;
  let isDisposed = false;
  const underWay = new Set<string>();
  /** By id of a waiting tap of this page: what the last attempt found. */
  const causes = new Map<string, WaitingCause>();
  const listeners = new Set<() => void>();

  const update = (next: Partial<TapQueueState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const without = (list: readonly TapRequest[], { tapId }: TapRequest) => list.filter((tap) => tap.tapId !== tapId);
  const isOpen = ({ tapId }: TapRequest) => [...state.sending, ...state.waiting].some((tap) => tap.tapId === tapId);

  /** Lets a tap wait that does not wait yet. */
  function wait(request: TapRequest, cause: WaitingCause = 'deskUnreachable', askedMs = 0): void {
    if (!state.sending.includes(request)) return;
    causes.set(request.tapId, cause);
    const waiting = [...state.waiting, request].sort((a, b) => a.tappedAt - b.tappedAt);
    update({ sending: without(state.sending, request), waiting });
    timer ??= setTimeout(retry, backoff.nextMs(askedMs));
    onWait(request, cause, false);
  }

  /** Tells of a tap that waits already, where it waits for another cause now. */
  function waitFurther(request: TapRequest, cause: WaitingCause): void {
    const before = causes.get(request.tapId);
    if (before === undefined || before === cause) return;
    causes.set(request.tapId, cause);
    onWait(request, cause, true);
  }

  /** @throws when the desk does not answer */
  async function attempt(request: TapRequest): Promise<ActionResult<Verdict>> {
    underWay.add(request.tapId);
    let isUnderstood = true;
    try {
      return await send(request, AbortSignal.timeout(answerDeadlineMs));
    } catch (error) {
      isUnderstood = !(isNotUnderstood(error) && store.keeps(request));
      throw error;
    } finally {
      underWay.delete(request.tapId);
      const attempted = { ids: [request.tapId], before: state.notUnderstood };
      const notUnderstood = notUnderstoodAfter(attempted, isUnderstood);
      if (notUnderstood !== state.notUnderstood) update({ notUnderstood });
    }
  }

  function settle(request: TapRequest, result: ActionResult<Verdict>): void {
    if (!isOpen(request)) return; // a late answer to an attempt that another one overtook
    if (!result.ok && (result.error.retryable || result.error.code === 'signedOut')) {
      const { code } = result.error;
      const cause = code === 'signedOut' || code === 'storageFailed' ? code : 'deskUnreachable';
      waitFurther(request, cause);
      wait(request, cause);
      if (code === 'signedOut') onAnswer(request, result);
      return;
    }
    backoff.reset();
    causes.delete(request.tapId);
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
    let askedMs = 0;
    for (const request of state.waiting) {
      if (underWay.has(request.tapId) || !isOpen(request)) continue;
      try {
        settle(request, await attempt(request));
      } catch (error) {
        waitFurther(request, 'deskUnreachable');
        // what this page cannot read it may read of the next one
        if (isNotUnderstood(error)) continue;
        askedMs = retryAfterMsOf(error);
        // the desk is away: it is away for the others too
        for (const other of state.waiting) waitFurther(other, 'deskUnreachable');
        break;
      }
    }
    isRetrying = false;
    if (state.waiting.length > 0 && !isDisposed) timer ??= setTimeout(retry, backoff.nextMs(askedMs));
  }

  return {
    add(request) {
      update({ sending: [...state.sending, request] });
      void store.save(request);
      const deadline = setTimeout(() => wait(request), answerDeadlineMs);
      attempt(request)
        .then(
          (result) => settle(request, result),
          (error) => wait(request, undefined, retryAfterMsOf(error)),
        )
        .finally(() => clearTimeout(deadline));
    },
    giveUpWaitingFor: (request) => wait(request),
    drop(tapId) {
      causes.delete(tapId);
      const others = (list: readonly TapRequest[]) => list.filter((tap) => tap.tapId !== tapId);
      update({ sending: others(state.sending), waiting: others(state.waiting) });
      void store.remove(tapId);
    },
    retryNow: () => void retry(),
    removeUnreadable() {
      for (const tapId of state.unreadable) void store.remove(tapId);
      update({ unreadable: [] });
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async restore() {
      const { items, unreadable } = await store.load();
      const left = items.filter((request) => !isOpen(request));
      if (left.length + unreadable.length === 0) return;
      update({ waiting: [...state.waiting, ...left], unreadable });
      if (state.waiting.length > 0) await retry();
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}
