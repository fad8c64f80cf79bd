import type { VisitKind } from '#lib/wire/visits.ts';

/** An arrival or a departure of one member. */
export interface PresenceEvent {
  kind: VisitKind;
  /** Epoch milliseconds. */
  at: number;
  /**
   * Whether it counts as a visit, here or elsewhere; false for a tap that was set aside because another one counted.
   */
  isCounted: boolean;
}

export interface PresenceRules {
  repeatWindowMs: number;
  longestStayMs: number;
}

/**
 * Where a member is at the moment of a tap, by the times of the events, not by the order in which the desk learned of
 * them.
 */
export type Presence =
  | { kind: 'out' }
  /**
   * The tap belongs to an arrival that counts already: a recent one, or a later one that was recorded before this tap.
   */
  | { kind: 'repeat'; checkedInAt: number }
  | { kind: 'in'; since: number };

/** Where a member is whose card is held to the reader. */
export function presenceAt(tappedAt: number, events: readonly PresenceEvent[], rules: PresenceRules): Presence {
  const { before, after } = countedAround({ kind: 'checkIn', at: tappedAt }, events, rules);
  if (before === null) return after === null ? { kind: 'out' } : { kind: 'repeat', checkedInAt: after };
  return tappedAt - before < rules.repeatWindowMs
    ? { kind: 'repeat', checkedInAt: before }
    : { kind: 'in', since: before };
}

/** The time of the departure that counts already for a check-out; null if the check-out itself is to be counted. */
export function findDeparture(at: number, events: readonly PresenceEvent[], rules: PresenceRules): number | null {
  const { before, after } = countedAround({ kind: 'checkOut', at }, events, rules);
  return before ?? after;
}

/**
 * Taps that were set aside but count by all events known now: the first tap of each run without a counted event.
 * @param mayCount excludes taps that are uncertain
 */
export const wronglySetAside = <Event extends PresenceEvent>(
  events: readonly Event[],
  rules: PresenceRules,
  mayCount: (event: Event) => boolean = () => true,
): Event[] =>
  runsOf(events, rules).flatMap((run) =>
    run.some(({ isCounted }) => isCounted) ? [] : run.filter(mayCount).slice(0, 1),
  );

/** Counted events that would have been set aside if the desk had learned of all events in order. */
export const wronglyCounted = <Event extends PresenceEvent>(events: readonly Event[], rules: PresenceRules): Event[] =>
  runsOf(events, rules).flatMap((run) => run.filter(({ isCounted }) => isCounted).slice(1));

function countedAround(
  tap: Pick<PresenceEvent, 'kind' | 'at'>,
  events: readonly PresenceEvent[],
  rules: PresenceRules,
): { before: number | null; after: number | null } {
  const judged = { ...tap, isCounted: false };
  const run = runsOf([...events, judged], rules).find((one) => one.includes(judged)) ?? [];
  const counted = run.filter(({ isCounted }) => isCounted).map(({ at }) => at);
  return {
    before: counted.findLast((at) => at <= tap.at) ?? null,
    after: counted.find((at) => at > tap.at) ?? null,
  };
}

/**
 * Groups events into runs that count once: arrivals without a departure in between are one stay, departures without an
 * arrival in between are one departure. A run ends a longest stay after its last counted event, since a member who
 * never checks out counts as gone by then.
 */
function runsOf<Event extends PresenceEvent>(events: readonly Event[], { longestStayMs }: PresenceRules): Event[][] {
  const runs: Event[][] = [];
  for (const event of events.toSorted((a, b) => a.at - b.at)) {
    const run = runs.at(-1);
    const anchor = run?.findLast(({ isCounted }) => isCounted) ?? run?.[0];
    const goesOn = run && anchor?.kind === event.kind && event.at - anchor.at < longestStayMs;
    if (goesOn) run.push(event);
    else runs.push([event]);
  }
  return runs;
}
