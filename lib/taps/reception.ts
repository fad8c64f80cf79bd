import type { ActionError, ActionResult } from '#lib/actions/result.ts';
import type { Stamp } from '#lib/clock/moment.ts';
import type { Glance, MemberSummary, Verdict } from '#lib/desk/verdict/verdict.ts';
import { newTap, type TapPlace } from './new-tap.ts';
import type { Press, ReceptionState } from './reception-state.ts';
import { createTapQueue, type TapQueueOptions } from './tap-queue.ts';
import { lookedUp, type ReadRequest, type TapRequest } from './tap-request.ts';
import {
  changeHistory,
  emptyHistory,
  type HistoryEvent,
  isUnseen,
  shownVerdict,
  type VerdictHistory,
} from './verdict-history.ts';

export interface ReceptionListener {
  /** A verdict that somebody waits for, or should look at. */
  onVerdict(verdict: Verdict): void;
  /** `request`: the tap that could not be done; null where it was an undo. */
  onError(error: ActionError, request: TapRequest | null): void;
}

export interface ReceptionOptions extends Pick<TapQueueOptions, 'send' | 'resend' | 'store'> {
  /** Asks the desk's own directory, beside the tap itself. */
  glance(request: ReadRequest): Promise<Glance | null>;
  undo(input: { tapId: string; locationId: string }): Promise<ActionResult<Verdict>>;
  /** Now, by the clock of the page. */
  stamp(): Stamp;
}

/** Taps on their way and the verdicts they brought, for as long as the window is open, whatever page it shows. */
export interface Reception {
  stateAt(locationId: string): ReceptionState;
  subscribe(onChange: () => void): () => void;
  /** From now on hears of what happens at a location. */
  listen(locationId: string, listener: ReceptionListener): () => void;
  lookUp(place: TapPlace, value: string, source: 'scan' | 'typed'): void;
  lookUpMember(place: TapPlace, member: MemberSummary): void;
  press(place: TapPlace, press: Press): void;
  undo(locationId: string, tapId: string): Promise<void>;
  choose(locationId: string, tapId: string): void;
  /** Takes over what was decided of taps since they were answered as unconfirmed. */
  confirm(locationId: string, verdicts: readonly Verdict[]): void;
  retryNow(): void;
  /** Takes up what an earlier window left unsent. */
  restore(): Promise<void>;
}

interface Place {
  history: VerdictHistory;
  clockAheadMs: number;
  isUndoing: boolean;
  listeners: Set<ReceptionListener>;
  /** Made when asked for, and kept until something changes. */
  state: ReceptionState | null;
}

export function createReception({ glance, undo, stamp, ...delivery }: ReceptionOptions): Reception {
  const places = new Map<string, Place>();
  const glances = new Map<string, Glance>();
  const subscribers = new Set<() => void>();
  const queue = createTapQueue({ ...delivery, onAnswer });
  queue.subscribe(changed);

  function placeAt(locationId: string): Place {
    const known = places.get(locationId);
    if (known) return known;
    const made: Place = {
      history: emptyHistory,
      clockAheadMs: 0,
      isUndoing: false,
      listeners: new Set(),
      state: null,
    };
    places.set(locationId, made);
    return made;
  }

  function changed(): void {
    for (const tapId of glances.keys()) if (!isBeingSent(tapId)) glances.delete(tapId);
    for (const place of places.values()) place.state = null;
    for (const onChange of subscribers) onChange();
  }

  const isBeingSent = (tapId: string) => queue.getState().sending.some((tap) => tap.tapId === tapId);

  function change(locationId: string, event: HistoryEvent): void {
    const place = placeAt(locationId);
    place.history = changeHistory(place.history, event);
    changed();
  }

  function onAnswer(request: TapRequest, result: ActionResult<Verdict>): void {
    const { locationId } = request;
    const place = placeAt(locationId);
    if (!result.ok) {
      tellError(place, result.error, request);
      return;
    }
    place.clockAheadMs = Date.parse(result.value.tappedAt) - request.tappedAt;
    change(locationId, { type: 'answered', verdict: result.value, isPress: request.kind !== 'lookUp' });
    for (const { onVerdict } of place.listeners) onVerdict(result.value);
  }

  function tellError({ listeners }: Place, error: ActionError, request: TapRequest | null): void {
    for (const { onError } of listeners) onError(error, request);
  }

  /** What the directory says counts only until the tap is decided, or has to wait for a desk that is away. */
  function keepGlance(tapId: string, seen: Glance | null): void {
    if (!seen || !isBeingSent(tapId)) return;
    glances.set(tapId, seen);
    changed();
  }

  function read(locationId: string): ReceptionState {
    const { history, clockAheadMs, isUndoing } = placeAt(locationId);
    const taps = queue.getState();
    const newest = taps.sending.findLast((tap) => tap.locationId === locationId);
    const lookingUp =
      newest?.kind === 'lookUp'
        ? {
            ...{ tapId: newest.tapId, tappedAt: newest.tappedAt },
            value: lookedUp(newest),
            glance: glances.get(newest.tapId) ?? null,
          }
        : null;
    return { history, lookingUp, taps, clockAheadMs, isUndoing };
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
      const request = { kind: 'lookUp', source, value, ...newTap(place, stamp()) } as const;
      // asked first: its answer is the first that a person sees
      const seen = glance(request);
      queue.add(request);
      seen.then((found) => keepGlance(request.tapId, found)).catch(() => {});
    },
    lookUpMember(place, member) {
      const { accountId: value, displayName: name } = member;
      const request = { kind: 'lookUp', source: 'chosen', value, name, ...newTap(place, stamp()) } as const;
      queue.add(request);
      keepGlance(request.tapId, { member });
    },
    press: (place, press) => queue.add({ ...press, ...newTap(place, stamp()) }),
    async undo(locationId, tapId) {
      const place = placeAt(locationId);
      place.isUndoing = true;
      changed();
      const result = await undo({ tapId, locationId }).catch((): ActionResult<Verdict> => unreachable);
      place.isUndoing = false;
      if (result.ok) return change(locationId, { type: 'answered', verdict: result.value, isPress: true });
      changed();
      tellError(place, result.error, null);
    },
    choose: (locationId, tapId) => change(locationId, { type: 'chosen', tapId }),
    confirm(locationId, verdicts) {
      const place = placeAt(locationId);
      for (const verdict of verdicts) {
        const before = place.history;
        change(locationId, { type: 'confirmed', verdict });
        if (place.history === before) continue;
        const isLookedAt = shownVerdict(place.history)?.tapId === verdict.tapId || isUnseen(place.history, verdict);
        if (isLookedAt) for (const { onVerdict } of place.listeners) onVerdict(verdict);
      }
    },
    retryNow: queue.retryNow,
    restore: queue.restore,
  };
}

const unreachable: ActionResult<Verdict> = {
  ok: false,
  error: { code: 'unexpected', message: 'The desk could not be reached.', requestId: '', retryable: true },
};
