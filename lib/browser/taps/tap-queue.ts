import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { type Backoff, createBackoff } from '#lib/browser/base/backoff.ts';
import { isNotAllowed } from '#lib/browser/base/not-allowed.ts';
import { isNotUnderstood, notUnderstoodAfter } from '#lib/browser/base/not-understood.ts';
import { createTakeOver, pageBefore } from '#lib/browser/base/take-over.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';
import type { TapStore } from './tap-store.ts';

/** The longest the desk may take: look-up, admission and ledger, each with its own shorter deadline. */
const answerDeadlineMs = 6_000;
const pauses = { firstMs: 2_000, longestMs: 16_000 };

export interface TapQueueState {
  /** In flight for the first time. */
  sending: readonly TapRequest[];
  /** Not confirmed by the desk yet, and retried until they are. Oldest first. */
  waiting: readonly TapRequest[];
  /** Ids of stored taps of an earlier page that cannot be decrypted: they are never sent. */
  unreadable: readonly string[];
  /**
   * Ids of waiting taps that are stored and whose last response this page could not parse: it came from another server
   * (a proxy or portal), or from a newer version of the desk.
   */
  notUnderstood: readonly string[];
}

/** Why a tap has to wait: the desk did not respond, its database could not write, or the user is signed out. */
export type WaitingCause = 'deskUnreachable' | 'storageFailed' | 'signedOut';

export interface TapQueueOptions {
  /** One attempt. Rejects when the desk can't be reached or `signal` fires. */
  send(request: TapRequest, signal: AbortSignal): Promise<ActionResult<Verdict>>;
  /** Called once per tap, whichever attempt got the response. */
  onAnswer(request: TapRequest, result: ActionResult<Verdict>): void;
  /** Called when a tap of this page begins to wait, and again (`isAgain`) when the cause changes or it is saved. */
  onWait(request: TapRequest, cause: WaitingCause, isAgain: boolean): void;
  store: TapStore;
  /** Pauses between rounds of retries. */
  backoff?: Backoff;
}

interface TapQueue {
  add(request: TapRequest): void;
  /** Moves a tap to the waiting ones while its attempt is still in flight. A late response still counts. */
  giveUpWaitingFor(request: TapRequest): void;
  /** Removes a tap. The response of an attempt in flight is then ignored. */
  drop(tapId: string): void;
  /** Retries all waiting taps now, for example when the network is back. */
  retryNow(): void;
  /** Removes stored taps that cannot be decrypted, after the user has been informed. */
  removeUnreadable(): void;
  /** The signed-in user of the page. After a change, retries the taps that the user before could not send. */
  setUser(staffId: string): void;
  /** Another user may be signed in now, of whom this page may not hear: retries what was not allowed. */
  noteSignIn(): void;
  getState(): TapQueueState;
  subscribe(listener: () => void): () => void;
  /** Loads the unsent taps of closed pages: see `createTakeOver`. */
  restore(): Promise<void>;
  dispose(): void;
}

/**
 * Sends taps from the page to the desk. A tap leaves the queue only when the desk has responded to it. While the desk
 * is slow or unreachable the tap waits, visible on the screen, and is retried with the same id (its idempotency key)
 * and time.
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
  /** The cause found by the last attempt, by id of a waiting tap of this page. */
  const causes = new Map<string, WaitingCause>();
  let userId: string | null = null;
  /** Counts users of this browser, as far as this page knows: a response may be to a request of the one before. */
  let session = 0;
  /** Ids of waiting taps that were not allowed: no timer retries them, only a change of user or a wish to retry. */
  const refused = new Set<string>();
  const listeners = new Set<() => void>();

  const update = (next: Partial<TapQueueState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const without = (list: readonly TapRequest[], { tapId }: TapRequest) => list.filter((tap) => tap.tapId !== tapId);
  const isOpen = ({ tapId }: TapRequest) => [...state.sending, ...state.waiting].some((tap) => tap.tapId === tapId);

  const inOrder = (taps: readonly TapRequest[]) => taps.toSorted((a, b) => a.tappedAt - b.tappedAt);

  const takeOver = createTakeOver<TapRequest>({
    idOf: ({ tapId }) => tapId,
    load: store.load,
    async adopt({ items, unreadable }) {
      const left = items.filter((request) => !isOpen(request));
      if (isDisposed || left.length + unreadable.length + state.unreadable.length === 0) return;
      // a loaded item is not yet this page's: without it, the store does not write it again after the site's data was cleared
      for (const request of left) void store.save(request);
      update({ waiting: inOrder([...state.waiting, ...left]), unreadable });
      if (left.length > 0) await retry();
    },
    earlierPage: pageBefore,
  });

  /** The desk takes taps of a colleague, but not what only that user may decide, which is never stored either. */
  const isForAnotherUser = ({ kind, staffId }: TapRequest) =>
    kind === 'admitAnyway' && userId !== null && staffId !== userId;
  const isToSend = (request: TapRequest) => !refused.has(request.tapId) && !isForAnotherUser(request);

  /** Moves a tap from `sending` to `waiting`. */
  function wait(request: TapRequest, cause: WaitingCause = 'deskUnreachable', askedMs = 0): void {
    if (!state.sending.includes(request)) return;
    causes.set(request.tapId, cause);
    const waiting = inOrder([...state.waiting, request]);
    update({ sending: without(state.sending, request), waiting });
    timer ??= setTimeout(retry, backoff.nextMs(askedMs));
    onWait(request, cause, false);
  }

  /** Reports again a tap that began to wait before it was saved. */
  function noteSaved(request: TapRequest): void {
    const cause = causes.get(request.tapId);
    if (cause !== undefined && store.keeps(request)) onWait(request, cause, true);
  }

  /** Reports a new cause for a tap that already waits. */
  function waitFurther(request: TapRequest, cause: WaitingCause): void {
    const before = causes.get(request.tapId);
    if (before === undefined || before === cause) return;
    causes.set(request.tapId, cause);
    onWait(request, cause, true);
  }

  /** @throws when the desk does not respond */
  async function attempt(request: TapRequest): Promise<ActionResult<Verdict>> {
    underWay.add(request.tapId);
    let isUnderstood = true;
    const sentIn = session;
    try {
      const result = await send(request, AbortSignal.timeout(answerDeadlineMs));
      // refused to a user who has left meanwhile: the present one may be allowed to send it
      const isOfFormerUser = sentIn !== session && isNotAllowed(result);
      return isOfFormerUser && isOpen(request) && !isForAnotherUser(request) ? await attempt(request) : result;
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

  /** @returns null where the response is final */
  function causeToWait(request: TapRequest, result: ActionResult<Verdict>): WaitingCause | null {
    if (result.ok) return null;
    const { code, retryable } = result.error;
    if (code === 'signedOut' || (retryable && code === 'storageFailed')) return code;
    if (retryable) return 'deskUnreachable';
    // perhaps refused to another user than this page knows. It is in memory alone: no other window can send it
    return isNotAllowed(result) && !store.keeps(request) ? 'signedOut' : null;
  }

  function settle(request: TapRequest, result: ActionResult<Verdict>): void {
    if (!isOpen(request)) return; // late response: another attempt was faster
    const cause = causeToWait(request, result);
    if (cause) {
      const isRefused = isNotAllowed(result);
      const isNews = causes.get(request.tapId) !== cause && request.staffId === userId;
      if (isRefused) refused.add(request.tapId);
      waitFurther(request, cause);
      wait(request, cause);
      if (isRefused ? isNews : !result.ok && result.error.code === 'signedOut') onAnswer(request, result);
      return;
    }
    backoff.reset();
    causes.delete(request.tapId);
    update({ sending: without(state.sending, request), waiting: without(state.waiting, request) });
    // the user may not send it (another user's tap, or no access to the location): it stays stored for a user who may
    if (isNotAllowed(result)) takeOver.leaveToOthers(request);
    else void store.remove(request.tapId);
    onAnswer(request, result);
  }

  async function retry(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isRetrying || isDisposed) return;
    isRetrying = true;
    let askedMs = 0;
    for (const request of state.waiting) {
      if (underWay.has(request.tapId) || !isOpen(request) || !isToSend(request)) continue;
      try {
        settle(request, await attempt(request));
      } catch (error) {
        waitFurther(request, 'deskUnreachable');
        // a response that this page cannot parse: a newer page may
        if (isNotUnderstood(error)) continue;
        askedMs = retryAfterMsOf(error);
        // the desk is unreachable for the others too
        for (const other of state.waiting) waitFurther(other, 'deskUnreachable');
        break;
      }
    }
    isRetrying = false;
    if (state.waiting.some(isToSend) && !isDisposed) timer ??= setTimeout(retry, backoff.nextMs(askedMs));
  }

  function noteSignIn(): void {
    session += 1;
    refused.clear();
    void retry();
    void takeOver.lookForUser();
  }

  return {
    add(request) {
      update({ sending: [...state.sending, request] });
      void store.save(request).then(() => noteSaved(request));
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
      refused.delete(tapId);
      const others = (list: readonly TapRequest[]) => list.filter((tap) => tap.tapId !== tapId);
      update({ sending: others(state.sending), waiting: others(state.waiting) });
      void store.remove(tapId);
    },
    retryNow() {
      refused.clear();
      void retry();
      takeOver.lookAgain();
    },
    removeUnreadable() {
      for (const tapId of state.unreadable) void store.remove(tapId);
      update({ unreadable: [] });
    },
    setUser(staffId) {
      const isChanged = userId !== null && userId !== staffId;
      userId = staffId;
      if (isChanged) noteSignIn();
    },
    noteSignIn,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore: takeOver.look,
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      takeOver.dispose();
    },
  };
}
