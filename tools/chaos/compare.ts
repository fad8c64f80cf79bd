import type { WorldName } from './fault-names.ts';

export type VisitKind = 'checkIn' | 'checkOut';

/** A scan or a press of check-out, as its person knows it. */
export interface MadeTap {
  tapId: string;
  accountId: string;
  kind: VisitKind;
  /** Epoch milliseconds by the machine's own clock, even if the window's clock was wrong. */
  happenedAt: number;
  /** The fault of the round in which it was made. */
  fault: WorldName;
  answer: TapAnswer;
  /** Half of the round trip by which its page knew the desk's clock: of all attempts, the longest. */
  errorMs?: number;
  /** All offsets of the platform's clock from the machine's since then; absent if no clock was set. */
  platformAheadMs?: readonly number[];
}

type TapAnswer =
  /** The desk has acknowledged it. */
  | { kind: 'acknowledged' }
  /** It is still in its window's outbox. */
  | { kind: 'waiting' }
  /** The window was told that it is refused, and has dropped it; or it is refused in the ledger. */
  | { kind: 'refused'; reason: string };

/** A visit that the platform holds. */
export interface HeldVisit {
  accountId: string;
  kind: VisitKind;
  /** Epoch milliseconds. */
  at: number;
}

/** A violation for a tap, or for the first tap of one visit. `offMs`: how much too late the platform's time is. */
export type Finding = { tap: MadeTap } & (
  | { kind: 'lost' | 'twice' }
  | { kind: 'wrongTime'; offMs: number }
  | { kind: 'refusedWrongly'; reason: string }
);
export type FindingKind = Finding['kind'];

export interface Comparison {
  findings: Finding[];
  /** The largest error in time of all visits that arrived; 0 if none arrived. */
  furthestOffMs: number;
}

/** Below this, a time is right. */
const toleratedOffMs = 250;
/**
 * Below this, a time is right if its page measured the desk's clock no better, such as on a machine with too much to do. A tap that is a
 * second off is wrong however slow the machine is.
 */
const mostToleratedOffMs = 750;
/** In these rounds no page can measure the desk's clock well. */
const slowRounds: readonly WorldName[] = ['deskSlow', 'deskRequestsSlow', 'deskAnswersSlow', 'deskHeld', 'deskPaused'];

/**
 * How many taps have a wider tolerance because their page measured the desk's clock badly, and how many of them in rounds that give no reason
 * for it: a page that loses its good measurements would widen its own tolerance.
 */
export function countWidened(taps: readonly MadeTap[]): { all: number; unexplained: number } {
  const widened = taps.filter(({ errorMs = 0, platformAheadMs }) => !platformAheadMs && errorMs > toleratedOffMs);
  return { all: widened.length, unexplained: widened.filter(({ fault }) => !slowRounds.includes(fault)).length };
}

/** The tolerance if a program's clock was set: the platform reports its own in whole seconds. */
const toleratedBySecondsMs = 1_000;

/**
 * Compares what people did with the visits that the platform holds of the same members. Consecutive arrivals of a
 * member without a departure between them are one visit, and so are consecutive departures, in the order in which they
 * happened: a desk that received everything in order would count like that. Each is expected once, at the time of one
 * of its taps. That includes taps that are still waiting: when the comparison is made, nothing blocks them any more.
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

/** The taps that are one visit, in order. */
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

/** The signed error of `at`: its difference to the nearest time that the platform may record for one of the taps. */
function offOf(visit: Visit, at: number): number {
  const offs = visit.flatMap(({ happenedAt, platformAheadMs = [0] }) =>
    platformAheadMs.map((aheadMs) => at - happenedAt - aheadMs),
  );
  return offs.reduce((nearest, off) => (Math.abs(off) < Math.abs(nearest) ? off : nearest));
}

/** Visits of one member and one kind are matched to the nearest one, however far apart. */
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
  const measuredMs = Math.max(...visit.map(({ errorMs = 0 }) => errorMs));
  const toleratedMs = tap.platformAheadMs
    ? toleratedBySecondsMs
    : Math.min(Math.max(toleratedOffMs, measuredMs), mostToleratedOffMs);
  return Math.abs(offMs) > toleratedMs ? [{ kind: 'wrongTime', tap, offMs }] : [];
}
