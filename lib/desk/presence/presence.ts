import type { VisitKind } from '#lib/wire/visits.ts';

/** An arrival or a departure of one member. */
export interface PresenceEvent {
  kind: VisitKind;
  /** Epoch milliseconds. */
  at: number;
}

export interface PresenceRules {
  repeatWindowMs: number;
  longestStayMs: number;
}

/** Where a member is at the moment of a tap, by when things happened, not by when the desk heard of them. */
export type Presence =
  /** `leftAt`: the check-out of this stay, where there was one. */
  | { kind: 'out'; leftAt: number | null }
  /** In since so recently that the tap means the same arrival. */
  | { kind: 'repeat'; checkedInAt: number }
  | { kind: 'in'; since: number };

export function presenceAt(tappedAt: number, events: readonly PresenceEvent[], rules: PresenceRules): Presence {
  const last = latest(events.filter(({ at }) => at <= tappedAt && at > tappedAt - rules.longestStayMs));
  if (last?.kind === 'checkIn') {
    return tappedAt - last.at < rules.repeatWindowMs
      ? { kind: 'repeat', checkedInAt: last.at }
      : { kind: 'in', since: last.at };
  }
  // a tap that arrives late may be the first of two whose second is already recorded
  const next = earliest(events.filter(({ at }) => at > tappedAt && at - tappedAt < rules.repeatWindowMs));
  return next?.kind === 'checkIn'
    ? { kind: 'repeat', checkedInAt: next.at }
    : { kind: 'out', leftAt: last?.at ?? null };
}

const latest = (events: readonly PresenceEvent[]) => events.toSorted((a, b) => b.at - a.at)[0];
const earliest = (events: readonly PresenceEvent[]) => events.toSorted((a, b) => a.at - b.at)[0];
