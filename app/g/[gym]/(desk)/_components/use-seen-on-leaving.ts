import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { linkDestination } from '#lib/browser/page/link-destination.ts';
import type { ReceptionState } from '#lib/browser/taps/reception-state.ts';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/** A verdict as it stands: one that is confirmed or refused later is another one to look at. */
export const verdictMarkOf = (verdict: Verdict | null) => verdict && `${verdict.tapId} ${verdict.kind}`;

/** What the counter shows: the scan that is being looked up, before the verdict of the one before it. */
export const counterMarkOf = ({ lookingUp, history }: Pick<ReceptionState, 'lookingUp' | 'history'>): string =>
  [lookingUp?.tapId, verdictMarkOf(shownVerdict(history))].join(' ');

/** What stood at the counter when another page was asked for; undefined where nobody asked by a link. */
export type SeenOnLeaving = RefObject<ReturnType<typeof verdictMarkOf> | undefined>;

/** A page may be long in coming: what is decided meanwhile stood for a moment and has been seen by nobody. */
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
