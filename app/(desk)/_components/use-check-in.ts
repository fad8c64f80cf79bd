'use client';

import { useCallback, useEffect, useEffectEvent, useReducer, useState, useSyncExternalStore } from 'react';
import type { ActionError, ActionResult } from '#lib/actions/result.ts';
import type { MemberSummary, Verdict } from '#lib/desk/verdict/verdict.ts';
import type { LookUpInput, OverrideInput, UndoInput, VisitInput } from '#lib/desk/visits/tap.ts';
import { newTap } from '#lib/taps/new-tap.ts';
import { resendTap } from '#lib/taps/resend-tap.ts';
import { createTapQueue, type TapQueue, type TapQueueState } from '#lib/taps/tap-queue.ts';
import type { TapRequest } from '#lib/taps/tap-request.ts';
import { createBrowserTapStore } from '#lib/taps/tap-store.ts';
import { changeHistory, emptyHistory, shownVerdict } from './verdict-history.ts';

/** The server actions of reception, handed in by the page. */
export interface CheckInActions {
  lookUp(input: LookUpInput): Promise<ActionResult<Verdict>>;
  checkIn(input: VisitInput): Promise<ActionResult<Verdict>>;
  checkOut(input: VisitInput): Promise<ActionResult<Verdict>>;
  admitAnyway(input: OverrideInput): Promise<ActionResult<Verdict>>;
  undo(input: UndoInput): Promise<ActionResult<Verdict>>;
}

export interface CheckInOptions {
  locationId: string;
  staffId: string;
  actions: CheckInActions;
  /** Called with each new verdict, once. */
  onVerdict(verdict: Verdict): void;
  onError(error: ActionError): void;
}

const idle: TapQueueState = { sending: [], waiting: [] };
const neverChanges = () => () => {};

function sendFirst(actions: CheckInActions, request: TapRequest): Promise<ActionResult<Verdict>> {
  const sentAt = Date.now();
  switch (request.kind) {
    case 'lookUp':
      return actions.lookUp({ ...request, sentAt });
    case 'checkIn':
      return actions.checkIn({ ...request, sentAt });
    case 'checkOut':
      return actions.checkOut({ ...request, sentAt });
    case 'admitAnyway':
      return actions.admitAnyway({ ...request, sentAt });
  }
}

/** The state of the check-in page: taps on their way, and the verdicts they brought. */
export function useCheckIn({ locationId, staffId, actions, onVerdict, onError }: CheckInOptions) {
  const [history, change] = useReducer(changeHistory, emptyHistory);
  const [queue, setQueue] = useState<TapQueue | null>(null);
  /** How far the desk's clock is ahead of the browser's, where the desk corrected the time of a tap. */
  const [clockAheadMs, setClockAheadMs] = useState(0);
  const shown = shownVerdict(history);

  const send = useEffectEvent((request: TapRequest) => sendFirst(actions, request));
  const onAnswer = useEffectEvent((request: TapRequest, result: ActionResult<Verdict>) => {
    if (!result.ok) return onError(result.error);
    setClockAheadMs(Date.parse(result.value.tappedAt) - request.tappedAt);
    change({ type: 'answered', verdict: result.value, isPress: request.kind !== 'lookUp' });
    onVerdict(result.value);
  });

  // one queue for the life of the page: a change of language must not drop what is on its way
  useEffect(() => {
    const made = createTapQueue({
      send: (request) => send(request),
      resend: resendTap,
      store: createBrowserTapStore(),
      onAnswer: (request, result) => onAnswer(request, result),
    });
    setQueue(made);
    void made.restore();
    const retry = () => made.retryNow();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      made.dispose();
    };
  }, []);

  const taps = useSyncExternalStore(queue?.subscribe ?? neverChanges, queue?.getState ?? (() => idle), () => idle);

  const lookUp = useCallback(
    (value: string, source: 'scan' | 'typed') =>
      queue?.add({ kind: 'lookUp', source, value, ...newTap({ locationId, staffId }) }),
    [queue, locationId, staffId],
  );
  const lookUpMember = useCallback(
    ({ accountId, displayName }: MemberSummary) =>
      queue?.add({
        ...{ kind: 'lookUp', source: 'chosen', value: accountId, name: displayName },
        ...newTap({ locationId, staffId }),
      }),
    [queue, locationId, staffId],
  );
  const press = useCallback(
    (
      request:
        | { kind: 'checkIn' | 'checkOut'; accountId: string }
        | { kind: 'admitAnyway'; accountId: string; reason: string },
    ) => queue?.add({ ...request, ...newTap({ locationId, staffId }) }),
    [queue, locationId, staffId],
  );
  const undo = useCallback(
    async (tapId: string) => {
      const result = await actions.undo({ tapId, locationId }).catch((): ActionResult<Verdict> => unreachable);
      if (!result.ok) return onError(result.error);
      change({ type: 'answered', verdict: result.value, isPress: true });
    },
    [actions, onError, locationId],
  );
  const choose = useCallback((tapId: string) => change({ type: 'chosen', tapId }), []);
  const retryNow = useCallback(() => queue?.retryNow(), [queue]);

  return {
    shown,
    earlier: history.verdicts.filter((verdict) => verdict !== shown),
    unseenTapIds: history.unseenTapIds,
    taps,
    clockAheadMs,
    lookUp,
    lookUpMember,
    press,
    undo,
    choose,
    retryNow,
  };
}

const unreachable: ActionResult<Verdict> = {
  ok: false,
  error: { code: 'unexpected', message: 'The desk could not be reached.', requestId: '', retryable: true },
};
