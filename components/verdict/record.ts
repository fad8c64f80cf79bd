import { isWaiting } from '#lib/browser/taps/waiting-verdict.ts';
import { endOf, type Reason, type Verdict, visitOf } from '#lib/wire/verdict.ts';

/** What stands in the ledger of whoever a verdict is about; `at` is an ISO instant. */
export type VerdictRecord =
  | { kind: 'checkedIn' | 'checkedOut'; at: string }
  | { kind: 'checkedInElsewhere'; at: string }
  /** Taken back. */
  | { kind: 'undone' | 'checkOutUndone' }
  /** The member may come in, and somebody has to press for it. */
  | { kind: 'notYet' }
  /** The tap waits in this browser. */
  | { kind: 'waiting' }
  | { kind: 'none' };

/** Whether the visit is recorded: of every verdict, so that nobody has to conclude it from a colour. */
export function recordOf(verdict: Verdict): VerdictRecord {
  const visit = visitOf(verdict);
  if (endOf(verdict) === 'undone') {
    return { kind: visit?.kind === 'checkOut' ? 'checkOutUndone' : 'undone' };
  }
  if (visit) return { kind: visit.kind === 'checkIn' ? 'checkedIn' : 'checkedOut', at: visit.at };
  if (isWaiting(verdict)) return { kind: 'waiting' };
  for (const reason of verdict.reasons) {
    if (reason.code === 'checkedOut') return { kind: 'checkedOut', at: reason.at };
    if (reason.code === 'alreadyIn') return { kind: 'checkedInElsewhere', at: reason.since };
    if (reason.code === 'repeatIgnored') return { kind: 'checkedInElsewhere', at: reason.checkedInAt };
  }
  const mayComeIn = 'offers' in verdict && verdict.offers.includes('checkIn');
  return { kind: mayComeIn ? 'notYet' : 'none' };
}

/** Said by the record, or as a ribbon: once is enough. */
const saidElsewhere: ReadonlySet<Reason['code']> = new Set(['undone', 'checkedOut', 'birthday', 'firstVisitThisMonth']);

/** The reasons that stand in the list. */
export function listedReasons(verdict: Verdict): Reason[] {
  const saysSince = recordOf(verdict).kind.startsWith('checkedIn');
  return verdict.reasons.filter(({ code }) => !saidElsewhere.has(code) && !(code === 'alreadyIn' && saysSince));
}

/** What makes a visit a special one, whatever else is to be said of it. */
export const ribbonsOf = ({ reasons }: Verdict): ('birthday' | 'firstVisitThisMonth')[] =>
  reasons.flatMap(({ code }) => (code === 'birthday' || code === 'firstVisitThisMonth' ? [code] : []));
