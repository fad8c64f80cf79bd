import type { FailoverName, FaultName } from './fault-names.ts';

export type VisitKind = 'checkIn' | 'checkOut';

/** A card held to a reader or a check-out pressed, as the person who did it knows it. */
export interface MadeTap {
  tapId: string;
  accountId: string;
  kind: VisitKind;
  /** Epoch milliseconds by the machine's own clock, whatever the clock of the window said. */
  happenedAt: number;
  /** What the round in which it was made did. */
  fault: FaultName | FailoverName;
  answer: TapAnswer;
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

/** What may not happen to a tap. `offMs`: how much later than it happened the platform says. */
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

/**
 * Compares what people did with what the platform holds of the same members since. Every tap is expected to be one visit,
 * also one that still waits: by the time of the comparison nothing stood in its way.
 */
export function compare(taps: readonly MadeTap[], held: readonly HeldVisit[]): Comparison {
  const heldBy = Map.groupBy(held, groupOf);
  const results = [...Map.groupBy(taps, groupOf)].map(([group, ofGroup]) =>
    compareGroup(ofGroup, heldBy.get(group) ?? []),
  );
  return {
    findings: results.flatMap(({ findings }) => findings),
    furthestOffMs: Math.max(0, ...results.map(({ furthestOffMs }) => furthestOffMs)),
  };
}

const groupOf = ({ accountId, kind }: Pick<HeldVisit, 'accountId' | 'kind'>) => `${accountId} ${kind}`;

/** Taps and visits of one member and one kind: the nearest belong together, however far they are apart. */
function compareGroup(taps: readonly MadeTap[], held: readonly HeldVisit[]): Comparison {
  const pairs = taps
    .flatMap((tap) => held.map((visit) => ({ tap, visit, offMs: visit.at - tap.happenedAt })))
    .sort((a, b) => Math.abs(a.offMs) - Math.abs(b.offMs));
  const matched = new Map<MadeTap, number>();
  const taken = new Set<HeldVisit>();
  for (const { tap, visit, offMs } of pairs) {
    if (matched.has(tap) || taken.has(visit)) continue;
    matched.set(tap, offMs);
    taken.add(visit);
  }
  const twice = held
    .filter((visit) => !taken.has(visit))
    .flatMap((visit): Finding[] =>
      pairs
        .filter((pair) => pair.visit === visit)
        .slice(0, 1)
        .map(({ tap }) => ({ kind: 'twice', tap })),
    );
  return {
    findings: [...taps.flatMap((tap) => findingsOf(tap, matched.get(tap))), ...twice],
    furthestOffMs: Math.max(0, ...[...matched.values()].map(Math.abs)),
  };
}

function findingsOf(tap: MadeTap, offMs: number | undefined): Finding[] {
  const { answer } = tap;
  if (answer.kind === 'refused') return [{ kind: 'refusedWrongly', tap, reason: answer.reason }];
  if (offMs === undefined) return [{ kind: 'lost', tap }];
  return Math.abs(offMs) > toleratedOffMs ? [{ kind: 'wrongTime', tap, offMs }] : [];
}
