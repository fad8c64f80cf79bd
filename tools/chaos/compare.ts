import type { WorldName } from './fault-names.ts';

export type VisitKind = 'checkIn' | 'checkOut';

/** A card held to a reader or a check-out pressed, as the person who did it knows it. */
export interface MadeTap {
  tapId: string;
  accountId: string;
  kind: VisitKind;
  /** Epoch milliseconds by the machine's own clock, whatever the clock of the window said. */
  happenedAt: number;
  /** What the round in which it was made did. */
  fault: WorldName;
  answer: TapAnswer;
  /** How far the platform's clock was ahead of the machine's since then, all that it was; absent where nobody set a clock. */
  platformAheadMs?: readonly number[];
}

type TapAnswer =
  /** The desk has taken it. */
  | { kind: 'acknowledged' }
  /** It still waits in its window. */
  | { kind: 'waiting' }
  /** The window was told that it does not count, and has given it up; or it stands in the ledger as refused. */
  | { kind: 'refused'; reason: string };

/** A visit that the platform holds. */
export interface HeldVisit {
  accountId: string;
  kind: VisitKind;
  /** Epoch milliseconds. */
  at: number;
}

/** What may not happen to a tap, or to the first of those that are one visit. `offMs`: how much later than it happened the platform says. */
export type Finding = { tap: MadeTap } & (
  | { kind: 'lost' | 'twice' }
  | { kind: 'wrongTime'; offMs: number }
  | { kind: 'refusedWrongly'; reason: string }
);
export type FindingKind = Finding['kind'];

export interface Comparison {
  findings: Finding[];
  /** Of all visits that arrived, the one whose time is furthest from when it happened; 0 where none arrived. */
  furthestOffMs: number;
}

/** Below this, a time is right. */
const toleratedOffMs = 250;
/** And where clocks of programs were set: a platform tells its own in whole seconds. */
const toleratedBySecondsMs = 1_000;

/**
 * Compares what people did with what the platform holds of the same members since. Arrivals of a member that no departure
 * parts are one visit, and departures that no arrival parts, by when they happened: a desk that heard of everything in its
 * order would have counted so. Each is expected once, at the time of one of its taps, also one that still waits: by the time of the
 * comparison nothing stood in its way.
 */
export function compare(taps: readonly MadeTap[], held: readonly HeldVisit[]): Comparison {
  const visitsBy = Map.groupBy(visitsOf(taps), ([first]) => groupOf(first));
  const heldBy = Map.groupBy(held, groupOf);
  const results = [...visitsBy].map(([group, ofGroup]) => compareGroup(ofGroup, heldBy.get(group) ?? []));
  return {
    findings: results.flatMap(({ findings }) => findings),
    furthestOffMs: Math.max(0, ...results.map(({ furthestOffMs }) => furthestOffMs)),
  };
}

/** The taps that are one visit, in their order. */
type Visit = readonly [MadeTap, ...MadeTap[]];

const groupOf = ({ accountId, kind }: Pick<HeldVisit, 'accountId' | 'kind'>) => `${accountId} ${kind}`;

function visitsOf(taps: readonly MadeTap[]): Visit[] {
  const ofMembers = Map.groupBy(taps, ({ accountId }) => accountId);
  return [...ofMembers.values()].flatMap((ofMember) => {
    const visits: [MadeTap, ...MadeTap[]][] = [];
    for (const tap of ofMember.toSorted((a, b) => a.happenedAt - b.happenedAt)) {
      const last = visits.at(-1);
      if (last?.[0].kind === tap.kind) last.push(tap);
      else visits.push([tap]);
    }
    return visits;
  });
}

/** How far off the nearest of all times is at which the platform may hold it. */
function offOf(visit: Visit, at: number): number {
  const offs = visit.flatMap(({ happenedAt, platformAheadMs = [0] }) =>
    platformAheadMs.map((aheadMs) => at - happenedAt - aheadMs),
  );
  return offs.reduce((nearest, off) => (Math.abs(off) < Math.abs(nearest) ? off : nearest));
}

/** Visits of one member and one kind: the nearest belong together, however far they are apart. */
function compareGroup(visits: readonly Visit[], held: readonly HeldVisit[]): Comparison {
  const pairs = visits
    .flatMap((visit) => held.map((one) => ({ visit, held: one, offMs: offOf(visit, one.at) })))
    .sort((a, b) => Math.abs(a.offMs) - Math.abs(b.offMs));
  const matched = new Map<Visit, number>();
  const taken = new Set<HeldVisit>();
  for (const pair of pairs) {
    if (matched.has(pair.visit) || taken.has(pair.held)) continue;
    matched.set(pair.visit, pair.offMs);
    taken.add(pair.held);
  }
  const twice = held
    .filter((one) => !taken.has(one))
    .flatMap((one): Finding[] => {
      const nearest = pairs.find((pair) => pair.held === one);
      return nearest ? [{ kind: 'twice', tap: nearest.visit[0] }] : [];
    });
  return {
    findings: [...visits.flatMap((visit) => findingsOf(visit, matched.get(visit))), ...twice],
    furthestOffMs: Math.max(0, ...[...matched.values()].map(Math.abs)),
  };
}

function findingsOf(visit: Visit, offMs: number | undefined): Finding[] {
  const [tap] = visit;
  const refused = visit.flatMap((one): Finding[] =>
    one.answer.kind === 'refused' ? [{ kind: 'refusedWrongly', tap: one, reason: one.answer.reason }] : [],
  );
  if (refused.length > 0) return refused;
  if (offMs === undefined) return [{ kind: 'lost', tap }];
  const toleratedMs = tap.platformAheadMs ? toleratedBySecondsMs : toleratedOffMs;
  return Math.abs(offMs) > toleratedMs ? [{ kind: 'wrongTime', tap, offMs }] : [];
}
