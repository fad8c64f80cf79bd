import { isWaiting } from '#lib/browser/taps/waiting-verdict.ts';
import { endOf, type Reason, type Verdict, visitOf } from '#lib/wire/verdict.ts';

/** The state of the visit in the ledger; `at` is an ISO instant. */
export type VerdictRecord =
  | { kind: 'checkedIn' | 'checkedOut'; at: string }
  | { kind: 'checkedInElsewhere'; at: string }
  /** Undone. */
  | { kind: 'undone' | 'checkOutUndone' }
  /** The member may come in, but reception has to press the button. */
  | { kind: 'notYet' }
  /** The tap waits in this browser. */
  | { kind: 'waiting' }
  | { kind: 'none' };

/** Whether the visit is recorded: stated for every verdict, so that users need not infer it from a colour. */
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

/** Shown by the record line or as a ribbon, so not repeated in the list. */
const saidElsewhere: ReadonlySet<Reason['code']> = new Set(['undone', 'checkedOut', 'birthday', 'firstVisitThisMonth']);

/** The reasons in the list. */
export function listedReasons(verdict: Verdict): Reason[] {
  const saysSince = recordOf(verdict).kind.startsWith('checkedIn');
  return verdict.reasons.filter(({ code }) => !saidElsewhere.has(code) && !(code === 'alreadyIn' && saysSince));
}

/** The ribbons of a visit, whatever the verdict. */
export const ribbonsOf = ({ reasons }: Verdict): ('birthday' | 'firstVisitThisMonth')[] =>
  reasons.flatMap(({ code }) => (code === 'birthday' || code === 'firstVisitThisMonth' ? [code] : []));
