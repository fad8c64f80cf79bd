import type { VisitKind } from '#lib/wire/visits.ts';

/** An arrival or a departure of one member. */
export interface PresenceEvent {
  kind: VisitKind;
  /** Epoch milliseconds. */
  at: number;
  /** Whether it is a visit, here or elsewhere; false for a tap that was set aside, as another one counted. */
  isCounted: boolean;
}

export interface PresenceRules {
  repeatWindowMs: number;
  longestStayMs: number;
}

/** Where a member is at the moment of a tap, by when things happened, not by when the desk heard of them. */
export type Presence =
  | { kind: 'out' }
  /** The tap means the same arrival: it was so recently, or was heard of before this one. */
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

/** When a member who is checked out left, where that has been counted already; null where it is to be counted. */
export function findDeparture(at: number, events: readonly PresenceEvent[], rules: PresenceRules): number | null {
  const { before, after } = countedAround({ kind: 'checkOut', at }, events, rules);
  return before ?? after;
}

/**
 * Taps that were set aside, and are visits by what is known now: the first of each run in which nothing is counted.
 * @param mayCount leaves out those of which it is not sure
 */
export const wronglySetAside = <Event extends PresenceEvent>(
  events: readonly Event[],
  rules: PresenceRules,
  mayCount: (event: Event) => boolean = () => true,
): Event[] =>
  runsOf(events, rules).flatMap((run) =>
    run.some(({ isCounted }) => isCounted) ? [] : run.filter(mayCount).slice(0, 1),
  );

/** What is counted, and would have been set aside, had the desk heard of everything in its order. */
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
 * Arrivals that no departure parts are one stay, departures that no arrival parts one departure: each counts once. Who
 * never checks out counts as gone a longest stay after the last arrival that counted.
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
