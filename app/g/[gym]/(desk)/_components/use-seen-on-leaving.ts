import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { linkDestination } from '#lib/browser/page/link-destination.ts';
import type { ReceptionState } from '#lib/browser/taps/reception-state.ts';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/** Identifies a verdict and its kind: one that is confirmed or refused later is a new one to be seen. */
export const verdictMarkOf = (verdict: Verdict | null) => verdict && `${verdict.tapId} ${verdict.kind}`;

/** Identifies what the counter shows: the tap being looked up, or else the verdict. */
export const counterMarkOf = ({ lookingUp, history }: Pick<ReceptionState, 'lookingUp' | 'history'>): string =>
  [lookingUp?.tapId, verdictMarkOf(shownVerdict(history))].join(' ');

/** The verdict on show when a link to another page was pressed; undefined if none was pressed. */
export type SeenOnLeaving = RefObject<ReturnType<typeof verdictMarkOf> | undefined>;

/** Navigation may take long: a verdict that arrives after the press counts as unseen. */
export function useSeenOnLeaving(isAtCheckIn: boolean, verdict: Verdict | null): SeenOnLeaving {
  const seen: SeenOnLeaving = useRef(undefined);
  const look = useEffectEvent(() => {
    seen.current = verdictMarkOf(verdict);
  });

  useEffect(() => {
    if (!isAtCheckIn) return;
    seen.current = undefined;
    const leave = (event: MouseEvent) => {
      if (linkDestination(event) !== null) look();
    };
    window.addEventListener('click', leave, { capture: true });
    return () => window.removeEventListener('click', leave, { capture: true });
  }, [isAtCheckIn]);
  return seen;
}
