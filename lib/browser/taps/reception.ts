import { callAction } from '#lib/browser/base/call-action.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import type { ForgottenMember } from '#lib/wire/forgotten-member.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';
import { endOf, type Glance, type MemberSummary, memberOf, type Verdict } from '#lib/wire/verdict.ts';
import { createClockAhead } from './clock-ahead.ts';
import { cutVerdict } from './cut-verdict.ts';
import { type NewTap, newTap, type TapPlace } from './new-tap.ts';
import type { Press, ReceptionState } from './reception-state.ts';
import type { Undo, VoidedScan } from './send-tap.ts';
import { createTapQueue, type TapQueueOptions, type WaitingCause } from './tap-queue.ts';
import { lookedUp, type ReadRequest, type ReadSource, type TapRequest } from './tap-request.ts';
import {
  changeHistory,
  emptyHistory,
  type HistoryEvent,
  isUnseen,
  mayBeConfirmed,
  shownVerdict,
  type VerdictHistory,
} from './verdict-history.ts';
import { voidUntilHeard } from './void-scan.ts';
import { waitingVerdict } from './waiting-verdict.ts';

/** A person gets impatient after this time. If the desk has not responded by then, the screen says so. */
const silentAfterMs = 700;

interface ReceptionListener {
  /** A new verdict to announce: somebody waits for it at the counter, or reception should see it. */
  onVerdict(verdict: Verdict): void;
  /** A tap got no response and now waits in this browser. */
  onSilence(): void;
  /** `request`: the tap that failed; null where an undo failed. */
  onError(error: ActionError, request: TapRequest | null): void;
}

export interface ReceptionOptions extends Pick<TapQueueOptions, 'send' | 'store'> {
  /** Searches the desk's own directory, in parallel with the tap. Rejects when the desk can't be reached. */
  glance(request: ReadRequest): Promise<Glance | null>;
  /** Checks that the desk responds, for taps that need no directory search. Rejects when it can't be reached. */
  ping(): Promise<unknown>;
  undo(undo: Undo): Promise<ActionResult<Verdict>>;
  /** Voids a scan that was only a part of a card. */
  void(voided: VoidedScan): Promise<ActionResult<Verdict>>;
  /** Now, by the page's clock. */
  stamp(): Stamp;
}

/** The taps in flight and their verdicts. It lives as long as the window, across all its pages. */
export interface Reception {
  stateAt(locationId: string): ReceptionState;
  subscribe(onChange: () => void): () => void;
  /** Subscribes to the events of a location. @returns unsubscribes */
  listen(locationId: string, listener: ReceptionListener): () => void;
  /** @returns the id of the tap */
  lookUp(place: TapPlace, value: string, source: ReadSource): string;
  /**
   * Shows that a card was read only in part.
   * @param part the part that was read
   * @param voids ids of taps that were parts of the same card: what they recorded is voided
   */
  cut(place: TapPlace, part: string, voids: readonly string[]): void;
  lookUpMember(place: TapPlace, member: MemberSummary): void;
  press(place: TapPlace, press: Press): void;
  /** The identity of a tap that is sent without the queue, since what it carries must not be stored. */
  newTap(place: TapPlace): NewTap;
  /** Shows the verdict of such a tap. */
  showAnswer(locationId: string, verdict: Verdict): void;
  undo(locationId: string, tapId: string): Promise<void>;
  /** Shows a verdict that comes from no tap of this window. */
  lookAt(locationId: string, verdict: Verdict): void;
  /** Drops the verdicts of earlier days. */
  beginDay(locationId: string, isToday: (verdict: Verdict) => boolean): void;
  /** Merges newer verdicts of taps that were answered before: what was decided since, and which visits have ended. */
  confirm(locationId: string, verdicts: readonly Verdict[]): void;
  /** Removes the verdicts of members whose data the desk has deleted since. */
  forget(locationId: string, members: readonly ForgottenMember[]): void;
  /** How far the desk's clock is ahead of the browser's now: the one of the state is as of its last change. */
  clockAheadMs(): number;
  /** Call when the page has compared its clock with the desk's. */
  readClock(): void;
  retryNow(): void;
  /** The signed-in user: after a change, retries the stored taps that the user before could not send. */
  setUser(staffId: string): void;
  /** Another user may be signed in now, perhaps on another page of this browser. */
  noteSignIn(): void;
  /** Removes stored taps of an earlier window that cannot be decrypted. */
  removeUnreadable(): void;
  /** Whether closing the window would lose a tap that the desk has not confirmed. */
  wouldLose(): boolean;
  /** Loads the unsent taps of an earlier window. */
  restore(): Promise<void>;
}

interface Place {
  history: VerdictHistory;
  undoingTapIds: readonly string[];
  listeners: Set<ReceptionListener>;
  /** Cached snapshot: built when it is read, null after each change. */
  state: ReceptionState | null;
}

export function createReception({
  glance,
  ping,
  undo,
  void: sendVoid,
  stamp,
  ...delivery
}: ReceptionOptions): Reception {
  const places = new Map<string, Place>();
  const glances = new Map<string, Glance>();
  /** Waiting taps that have already marked the desk as unreachable. Their retries do not do so again. */
  const doubting = new Set<string>();
  const subscribers = new Set<() => void>();
  const clockAhead = createClockAhead(stamp);
  const queue = createTapQueue({ ...delivery, onAnswer, onWait });
  queue.subscribe(changed);

  function placeAt(locationId: string): Place {
    const known = places.get(locationId);
    if (known) return known;
    const made: Place = {
      history: emptyHistory,
      undoingTapIds: [],
      listeners: new Set(),
      state: null,
    };
    places.set(locationId, made);
    return made;
  }

  function changed(): void {
    for (const known of [glances, doubting]) for (const tapId of known.keys()) if (!isOpen(tapId)) known.delete(tapId);
    for (const place of places.values()) place.state = null;
    for (const onChange of subscribers) onChange();
  }

  const has = (taps: readonly TapRequest[], tapId: string) => taps.some((tap) => tap.tapId === tapId);
  const isBeingSent = (tapId: string) => has(queue.getState().sending, tapId);
  const isOpen = (tapId: string) => isBeingSent(tapId) || has(queue.getState().waiting, tapId);

  function change(locationId: string, event: HistoryEvent): void {
    const place = placeAt(locationId);
    place.history = changeHistory(place.history, event);
    changed();
  }

  function onAnswer(request: TapRequest, result: ActionResult<Verdict>): void {
    const { locationId } = request;
    const place = placeAt(locationId);
    if (!result.ok) {
      if (!isOpen(request.tapId)) fail(request, result.error);
      tellError(place, result.error, request);
      return;
    }
    const hasWaited = place.history.verdicts.some(({ tapId }) => tapId === request.tapId);
    clockAhead.learnFrom(request, result.value);
    change(locationId, { type: 'answered', verdict: result.value, isPress: request.kind !== 'lookUp' });
    if (!hasWaited || isLookedAt(place, result.value)) tellVerdict(place, result.value);
  }

  function onWait(request: TapRequest, cause: WaitingCause, isAgain: boolean): void {
    const place = placeAt(request.locationId);
    const member = memberOfRequest(request, place);
    const verdict = waitingVerdict({
      request,
      cause,
      isKept: delivery.store.keeps(request),
      member,
      clockAheadMs: clockAhead.ms(),
    });
    change(request.locationId, { type: 'waiting', verdict, isAgain });
    if (!isAgain) tellVerdict(place, verdict);
    if (cause !== 'deskUnreachable' || doubting.has(request.tapId)) return;
    doubting.add(request.tapId);
    for (const { onSilence } of place.listeners) onSilence();
  }

  /** The member of an unanswered tap, if the page has already loaded one. */
  function memberOfRequest(request: TapRequest, { history }: Place): MemberSummary | null {
    if (request.kind === 'lookUp') return glances.get(request.tapId)?.member ?? null;
    const members = history.verdicts.map(memberOf);
    return members.find((member) => member?.accountId === request.accountId) ?? null;
  }

  /** A failed tap shows no verdict, and hides the one of the person before. A staff badge hides nothing. */
  function fail(request: TapRequest, { code }: ActionError): void {
    const { tapId, tappedAt, locationId } = request;
    const at = new Date(tappedAt + clockAhead.ms()).toISOString();
    const holderOf = (badge: string) => (code === 'staffBadge' ? { badge } : 'visitor');
    const by = request.kind === 'lookUp' ? holderOf(request.value) : 'press';
    change(locationId, { type: 'failed', tapId, tappedAt: at, by });
  }

  const isLookedAt = ({ history }: Place, verdict: Verdict) =>
    shownVerdict(history)?.tapId === verdict.tapId || isUnseen(history, verdict);

  function tellVerdict({ listeners }: Place, verdict: Verdict): void {
    for (const { onVerdict } of listeners) onVerdict(verdict);
  }

  function tellError({ listeners }: Place, error: ActionError, request: TapRequest | null): void {
    for (const { onError } of listeners) onError(error, request);
  }

  /** @param sign the first response of the desk: in time, the desk is only slow; otherwise it counts as unreachable */
  function send(request: TapRequest, sign: Promise<unknown>): void {
    queue.add(request);
    const silence = setTimeout(() => queue.giveUpWaitingFor(request), silentAfterMs);
    sign.then(() => clearTimeout(silence)).catch(() => {});
  }

  async function takeBack(voided: VoidedScan): Promise<void> {
    const result = await voidUntilHeard(sendVoid, voided);
    if (!result.ok) tellError(placeAt(voided.locationId), result.error, null);
  }

  /** A glance counts only until the tap is decided or has to wait for a desk that cannot be reached. */
  function keepGlance(tapId: string, seen: Glance | null): void {
    if (!seen || !isBeingSent(tapId)) return;
    glances.set(tapId, seen);
    changed();
  }

  function read(locationId: string): ReceptionState {
    const { history, undoingTapIds } = placeAt(locationId);
    const taps = queue.getState();
    const isHere = (tap: TapRequest) => tap.locationId === locationId;
    const sent = taps.sending.findLast(isHere);
    const waiting = taps.waiting.findLast(isHere);
    const isNewest = sent && !(waiting && waiting.tappedAt > sent.tappedAt);
    const lookingUp =
      sent?.kind === 'lookUp' && isNewest
        ? {
            tapId: sent.tapId,
            tappedAt: sent.tappedAt,
            value: lookedUp(sent) ?? '',
            glance: glances.get(sent.tapId) ?? null,
          }
        : null;
    return { history, lookingUp, taps, clockAheadMs: clockAhead.ms(), undoingTapIds };
  }

  return {
    stateAt(locationId) {
      const place = placeAt(locationId);
      place.state ??= read(locationId);
      return place.state;
    },
    subscribe(onChange) {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
    listen(locationId, listener) {
      const { listeners } = placeAt(locationId);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lookUp(place, value, source) {
      const read = source === 'held' ? ({ source: 'typed', isHeld: true } as const) : { source };
      const request = { kind: 'lookUp', ...read, value, ...newTap(place, stamp()) } as const;
      // sent first: its response is the first that the user sees
      const seen = glance(request);
      send(request, seen);
      seen.then((found) => keepGlance(request.tapId, found)).catch(() => {});
      return request.tapId;
    },
    cut(place, part, voids) {
      const { locationId } = place;
      const { tapId, tappedAt } = newTap(place, stamp());
      for (const voided of voids) {
        queue.drop(voided);
        void takeBack({ locationId, tapId: voided, value: part });
      }
      const verdict = cutVerdict({ tapId, at: tappedAt + clockAhead.ms(), part });
      change(locationId, { type: 'cut', verdict, part, voids });
      tellVerdict(placeAt(locationId), verdict);
    },
    lookUpMember(place, member) {
      const { accountId: value, displayName: name } = member;
      const request = { kind: 'lookUp', source: 'chosen', value, name, ...newTap(place, stamp()) } as const;
      send(request, ping());
      keepGlance(request.tapId, { member });
    },
    press: (place, press) => send({ ...press, ...newTap(place, stamp()) }, ping()),
    newTap: (place) => newTap(place, stamp()),
    showAnswer(locationId, verdict) {
      change(locationId, { type: 'answered', verdict, isPress: true });
      tellVerdict(placeAt(locationId), verdict);
    },
    async undo(locationId, tapId) {
      const place = placeAt(locationId);
      place.undoingTapIds = [...place.undoingTapIds, tapId];
      changed();
      const result = await callAction(() => undo({ tapId, locationId }));
      place.undoingTapIds = place.undoingTapIds.filter((undoing) => undoing !== tapId);
      if (result.ok) return change(locationId, { type: 'answered', verdict: result.value, isPress: true });
      changed();
      tellError(place, result.error, null);
    },
    beginDay: (locationId, isToday) =>
      change(locationId, { type: 'dayBegan', isToday, now: stamp().wall + clockAhead.ms() }),
    lookAt: (locationId, verdict) => change(locationId, { type: 'lookedAt', verdict }),
    confirm(locationId, verdicts) {
      const place = placeAt(locationId);
      const isCovered = read(locationId).lookingUp !== null;
      for (const verdict of verdicts) {
        const before = place.history;
        change(locationId, { type: 'confirmed', verdict, isCovered });
        if (place.history === before) continue;
        // announce only what was decided for a person at the counter, not arrivals and departures elsewhere
        const wasOpen = before.verdicts.some((known) => known.tapId === verdict.tapId && mayBeConfirmed(known));
        if (wasOpen && endOf(verdict) === null && isLookedAt(place, verdict)) tellVerdict(place, verdict);
      }
    },
    forget: (locationId, members) => change(locationId, { type: 'forgotten', members }),
    clockAheadMs: clockAhead.ms,
    readClock: () => {
      if (clockAhead.learnFromClock()) changed();
    },
    retryNow: queue.retryNow,
    setUser: queue.setUser,
    noteSignIn: queue.noteSignIn,
    removeUnreadable: queue.removeUnreadable,
    wouldLose: () => {
      const { sending, waiting } = queue.getState();
      return ![...sending, ...waiting].every(delivery.store.keeps);
    },
    restore: queue.restore,
  };
}
