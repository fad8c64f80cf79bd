import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { type Backoff, createBackoff } from '#lib/browser/base/backoff.ts';
import { isNotAllowed } from '#lib/browser/base/not-allowed.ts';
import { isNotUnderstood, notUnderstoodAfter } from '#lib/browser/base/not-understood.ts';
import { createTakeOver, pageBefore } from '#lib/browser/base/take-over.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';
import { longestLateMs } from '#lib/wire/time/longest-late.ts';
import type { ChangeStore } from './change-store.ts';

/** Longer than the desk ever takes: it answers from its own database. */
const answerDeadlineMs = 6_000;
const pauses = { firstMs: 2_000, longestMs: 16_000 };

/** Why changes have to wait: the desk did not respond, or its database could not write. */
export type DelayCause = 'deskUnreachable' | 'storageFailed';

export interface ChangeQueueState {
  /** Changes that the desk does not have yet, in the order in which they were made. */
  requests: readonly TaskChangeRequest[];
  /** Why the last round left changes in the queue; null where it left none. */
  cause: DelayCause | null;
  /** Ids of stored changes of an earlier page that cannot be decrypted: they are never sent. */
  unreadable: readonly string[];
  /**
   * Ids of stored changes that wait because this page could not parse a response, to the change itself or to an earlier
   * one of the same task: it came from another server, or from a newer version of the desk.
   */
  notUnderstood: readonly string[];
}

export interface ChangeQueueOptions {
  /** Rejects when the desk can't be reached or `signal` fires. */
  send(request: TaskChangeRequest, signal: AbortSignal): Promise<ActionResult<ChangeOutcome>>;
  /**
   * Called once per change, with its final response; after each attempt while the user is signed out, or is not allowed to
   * send an own change.
   */
  onAnswer(request: TaskChangeRequest, result: ActionResult<ChangeOutcome>): void;
  store: ChangeStore;
  /** Pauses between rounds of retries. */
  backoff?: Backoff;
}

export interface ChangeQueue {
  /** @returns resolves once the change outlives this page: it is stored, or the desk has given its final response */
  add(request: TaskChangeRequest): Promise<void>;
  /** Retries now, for example when the network is back. */
  retryNow(): void;
  /** Removes stored changes that cannot be decrypted, after the user has been informed. */
  removeUnreadable(): void;
  /** Names the user of this window. What the user before was not allowed to send is sent again. */
  setUser(staffId: string): void;
  /** Another user may be signed in now, of whom this page may not hear: what was not allowed is sent again. */
  noteSignIn(): void;
  getState(): ChangeQueueState;
  subscribe(listener: () => void): () => void;
  /** Loads the unsent changes of closed pages: see `createTakeOver`. */
  restore(): Promise<void>;
  dispose(): void;
}

/** The task of a change: a new task has the id of the change that created it. */
export const taskIdOf = (request: TaskChangeRequest): string =>
  request.kind === 'create' ? request.changeId : request.taskId;

/**
 * Sends changes of tasks from the page to the desk, one at a time, so that they arrive in the order in which they were
 * made. A change leaves the queue only when the desk has responded to it.
 */
export function createChangeQueue({
  send,
  onAnswer,
  store,
  backoff = createBackoff(pauses),
}: ChangeQueueOptions): ChangeQueue {
  let state: ChangeQueueState = { requests: [], cause: null, unreadable: [], notUnderstood: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isDisposed = false;
  let userId: string | null = null;
  /** Counts users of this browser, as far as this page knows: a response may be to a request of the one before. */
  let session = 0;
  /** Ids of tasks whose changes in this queue wait for a user who may send them. */
  const refused = new Set<string>();
  /** Ids of stored changes that a user of this page has been asked about. */
  const asked = new Set<string>();
  /** Called once a change outlives this page. By id of the change. */
  const saved = new Map<string, () => void>();
  const listeners = new Set<() => void>();

  const update = (next: Partial<ChangeQueueState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const isOpen = ({ changeId }: TaskChangeRequest) => state.requests.some((request) => request.changeId === changeId);

  const takeOver = createTakeOver<TaskChangeRequest>({
    idOf: ({ changeId }) => changeId,
    load: store.load,
    async adopt({ items, unreadable }) {
      const left = items.filter((request) => !isOpen(request) && !asked.has(request.changeId));
      if (isDisposed || left.length + unreadable.length + state.unreadable.length === 0) return;
      // a loaded item is not yet this page's: without it, the store does not write it again after the site's data was cleared
      for (const request of left) void store.save(request);
      update({ requests: [...left, ...state.requests].toSorted((a, b) => a.at - b.at), unreadable });
      if (left.length > 0) await run();
    },
    earlierPage: pageBefore,
  });

  /** @returns why the change stays in the queue; null where the response is final */
  function settle(request: TaskChangeRequest, result: ActionResult<ChangeOutcome>): DelayCause | null {
    const isSignedOut = !result.ok && result.error.code === 'signedOut';
    if (isSignedOut) onAnswer(request, result);
    if (isSignedOut || (!result.ok && result.error.retryable)) {
      return result.error.code === 'storageFailed' ? 'storageFailed' : 'deskUnreachable';
    }
    backoff.reset();
    if (isNotAllowed(result) && !isHopeless(request)) return keepForOthers(request, result);
    end(request);
    // it stays stored until its user has decided (`Conflicts`): a page that closes before leaves the question to the next one
    if (result.ok && result.value.kind === 'changedMeanwhile') asked.add(request.changeId);
    else void store.remove(request.changeId);
    onAnswer(request, result);
    return null;
  }

  /** An own change that was made longer ago and is still not allowed never will be. */
  const isHopeless = ({ staffId, at }: TaskChangeRequest) => staffId === userId && Date.now() - at > longestLateMs;

  const end = ({ changeId }: TaskChangeRequest) => {
    update({ requests: state.requests.filter((request) => request.changeId !== changeId) });
    noteSaved(changeId);
  };
  const noteSaved = (changeId: string) => {
    saved.get(changeId)?.();
    saved.delete(changeId);
  };

  /**
   * The user who is signed in may not send it, perhaps another one than this page knows. It waits for one who may: in the
   * store, or else here, as no other window can send it.
   */
  function keepForOthers(request: TaskChangeRequest, result: ActionResult<ChangeOutcome>): null {
    const isStored = store.keeps(request);
    if (isStored) {
      end(request);
      takeOver.leaveToOthers(request);
    }
    // later changes of the task wait too, so that they are sent in order
    if (!isStored || state.requests.some((other) => taskIdOf(other) === taskIdOf(request)))
      refused.add(taskIdOf(request));
    if (request.staffId === userId) onAnswer(request, result);
    return null;
  }

  /** Sends again what was refused, what is stored first: changes of one task are sent in order. */
  async function sendRefused(): Promise<void> {
    session += 1;
    await takeOver.lookForUser();
    refused.clear();
    await run();
  }

  function noteAnswer(request: TaskChangeRequest, isUnderstood: boolean): void {
    const ofTask = state.requests.filter((other) => taskIdOf(other) === taskIdOf(request));
    const ids = ofTask.filter((other) => isUnderstood || store.keeps(other)).map(({ changeId }) => changeId);
    const notUnderstood = notUnderstoodAfter({ ids, before: state.notUnderstood }, isUnderstood);
    if (notUnderstood !== state.notUnderstood) update({ notUnderstood });
  }

  /** @returns why changes are left, and the `Retry-After` of the desk in ms */
  async function sendAll(): Promise<{ cause: DelayCause | null; askedMs: number }> {
    // a change that the desk can't take blocks only later changes of the same task
    const heldUp = new Map<string, DelayCause>();
    for (let next = nextOf(heldUp); next; next = nextOf(heldUp)) {
      const sentIn = session;
      try {
        const result = await send(next, AbortSignal.timeout(answerDeadlineMs));
        noteAnswer(next, true);
        // refused to a user who has left meanwhile: the present one may be allowed to send it
        const isOfFormerUser = sentIn !== session && isNotAllowed(result);
        const cause = isOfFormerUser ? null : settle(next, result);
        if (cause) heldUp.set(taskIdOf(next), cause);
      } catch (error) {
        noteAnswer(next, !isNotUnderstood(error));
        // a response that this page cannot parse: a newer page may
        if (isNotUnderstood(error)) heldUp.set(taskIdOf(next), 'deskUnreachable');
        else return { cause: 'deskUnreachable', askedMs: retryAfterMsOf(error) }; // the desk is unreachable for the others too
      }
      if (isDisposed) break;
    }
    const causes = [...heldUp.values()];
    return { cause: causes.find((cause) => cause === 'storageFailed') ?? causes[0] ?? null, askedMs: 0 };
  }
  const nextOf = (heldUp: ReadonlyMap<string, DelayCause>) =>
    state.requests.find((request) => !heldUp.has(taskIdOf(request)) && !refused.has(taskIdOf(request)));

  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isSending || isDisposed) return;
    isSending = true;
    const { cause, askedMs } = await sendAll();
    isSending = false;
    if (isDisposed) return;
    if (state.cause !== cause) update({ cause });
    if (nextOf(new Map())) timer ??= setTimeout(run, cause === null ? 0 : backoff.nextMs(askedMs));
  }

  return {
    async add(request) {
      if (isOpen(request)) return;
      const { changeId } = request;
      const isSaved = new Promise<void>((resolve) => saved.set(changeId, resolve));
      update({ requests: [...state.requests, request] });
      void store.save(request).then(() => store.keeps(request) && noteSaved(changeId));
      // while the desk is unreachable, the change waits for the next round
      if (state.cause === null) void run();
      await isSaved;
    },
    retryNow() {
      void (refused.size > 0 ? sendRefused() : run());
      takeOver.lookAgain();
    },
    removeUnreadable() {
      for (const changeId of state.unreadable) void store.remove(changeId);
      update({ unreadable: [] });
    },
    setUser(staffId) {
      if (userId === staffId) return;
      userId = staffId;
      void sendRefused();
    },
    noteSignIn: () => void sendRefused(),
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
