import type { MembershipType } from '#contracts/v2/account-fields.ts';

/** Who has to act for this to become a plain "admitted". */
export type NextActor = 'member' | 'reception' | 'manager';

/** What of a member the desk shows at the counter, and nothing more. */
export interface MemberSummary {
  accountId: string;
  displayName: string;
  initials: string;
  /** A type the provider added later arrives as its own text. */
  membershipType: MembershipType | (string & {}) | null;
  membershipId: string | null;
  /** First day of the contract, `yyyy-MM-dd`. */
  memberSince: string | null;
  /** Address of the picture; null where the desk has none. */
  photoUrl: string | null;
}

/** What tells two members of one name apart. */
export interface MemberIdentity extends Pick<MemberSummary, 'displayName' | 'initials' | 'membershipId' | 'photoUrl'> {
  /** `yyyy-MM-dd`. */
  dateOfBirth: string | null;
}

/** Whom the desk's own directory takes a scan for, before anybody has decided anything. */
export interface Glance {
  member: MemberSummary;
}

/** Worth saying about a member who is simply let in. */
export type RemarkReason =
  | { code: 'birthday' }
  | { code: 'firstVisitThisMonth' }
  | { code: 'openTasks'; count: number }
  | { code: 'alreadyIn'; since: string }
  | { code: 'repeatIgnored'; checkedInAt: string }
  | { code: 'checkedOut'; at: string }
  | { code: 'undone' };

/** Why reception should look up, although the member is in. Days are days of the location's time zone. */
export type AttentionReason =
  | { code: 'contractEndsSoon'; endsOn: string; days: number }
  | { code: 'contractEnded'; endedOn: string }
  | { code: 'contractNotStarted'; startsOn: string }
  | { code: 'prospect' }
  | { code: 'firstAdmission' }
  | { code: 'photoMissing' }
  | NoteReason
  | { code: 'admissionOverridden' };

/** What staff wrote about the member. `stopNote`: nobody was checked in by the scan; it is read first. */
export type NoteReason = { code: 'note'; text: string } | { code: 'stopNote'; text: string };

/** Why the platform refused admission (the four corporate refusals of `POST …/admissions`). */
export type RefusalReason =
  | { code: 'corporateMembershipEnded'; endedOn: string | null }
  | { code: 'corporateMembershipNotStarted'; startsOn: string | null }
  | { code: 'gymNotInNetwork' }
  | { code: 'noGuestProgramme' };

/** Why the desk could not ask. Never a reason to refuse the member. */
export type UnconfirmedReason =
  | { code: 'platformSlow' }
  | { code: 'platformUnreachable' }
  | { code: 'platformFailed'; status: number }
  | { code: 'platformAnswerUnreadable' }
  | { code: 'platformBusy' }
  | { code: 'keyRejected' }
  | { code: 'permissionMissing' };

/** What waits in a browser. */
type KeptTap = 'lookUp' | 'checkIn' | 'checkOut' | 'admitAnyway';

/** Why a tap still waits in the browser it was made in. The page itself says so: the desk has not taken it. */
export type WaitingReason =
  | { code: 'deskUnreachable'; kept: KeptTap }
  | { code: 'storageFailed'; kept: KeptTap }
  | { code: 'signedOut' };

export type UnknownReason =
  | { code: 'cardUnknown' }
  | { code: 'passUnknown' }
  | { code: 'emailUnknown' }
  | { code: 'membershipIdUnknown' }
  | { code: 'numberUnknown' }
  | { code: 'membershipMissing' }
  | { code: 'unreadable'; problem: string; keyboardLayout: string | null };

/** What the platform said too late to keep somebody out. */
export interface LateReason {
  code: 'letInBefore';
  /** ISO instant. */
  at: string;
}

/** Nobody is known by what was scanned: the visit that was recorded meanwhile is nobody's. */
export interface UncountedReason {
  code: 'visitNotCounted';
}

export type Reason = WithNextActor<
  | RemarkReason
  | AttentionReason
  | RefusalReason
  | UnconfirmedReason
  | WaitingReason
  | UnknownReason
  | LateReason
  | UncountedReason
>;
export type WithNextActor<R> = R & { nextActor: NextActor | null };

/** The visit that this verdict recorded or found. */
export interface VisitSummary {
  /** The tap that made the visit; `undo` and the ledger know it by this id. */
  tapId: string;
  kind: 'checkIn' | 'checkOut';
  /** When the member was there, ISO instant. */
  at: string;
  /** Until when the visit can be taken back, ISO instant; null once it can't. */
  undoUntil: string | null;
  /** Whether it is kept here, and on its way: the platform neither has it nor has refused it. */
  isToBeSent: boolean;
}

/** What a member is looked up by at the platform. */
export interface ScannedCard {
  kind: 'rfid' | 'nfc' | 'email' | 'membershipId';
  value: string;
}

/** What was scanned or typed, as it is shown to reception. */
export interface ScannedValue {
  kind: 'rfid' | 'nfc' | 'email' | 'membershipId' | 'unreadable';
  text: string;
}

interface VerdictBase {
  /** The tap this verdict answers. */
  tapId: string;
  scanned: ScannedValue;
  /** When the card was held to the reader, ISO instant. */
  tappedAt: string;
  /** The gym that the member belongs to, where that is another one of this desk and the desk knows. */
  homeGym?: string;
}

interface MemberVerdict extends VerdictBase {
  member: MemberSummary;
  visit: VisitSummary | null;
  /** What reception can do next with this member; `Undo` follows from `visit.undoUntil`. */
  offers: readonly ('checkIn' | 'checkOut')[];
}

export interface AdmittedVerdict extends MemberVerdict {
  kind: 'admitted';
  reasons: WithNextActor<RemarkReason>[];
}
export interface AttentionVerdict extends MemberVerdict {
  kind: 'attention';
  reasons: WithNextActor<AttentionReason | RemarkReason>[];
}
export interface RefusedVerdict extends MemberVerdict {
  kind: 'refused';
  reasons: WithNextActor<RefusalReason | LateReason>[];
  /** Whether this staff member may let the member in against the refusal, with a reason that is kept. */
  mayOverride: boolean;
}
export interface UnconfirmedVerdict extends VerdictBase {
  kind: 'unconfirmed';
  reasons: WithNextActor<UnconfirmedReason | WaitingReason | NoteReason | RemarkReason>[];
  /** Null when the card is not in the desk's own directory either. */
  member: MemberSummary | null;
  visit: VisitSummary | null;
  offers: readonly ('checkIn' | 'checkOut')[];
}
export interface UnknownVerdict extends VerdictBase {
  kind: 'unknown';
  reasons: WithNextActor<UnknownReason | LateReason | UncountedReason>[];
}

/** The answer to one scan. Every screen switches over `kind` exhaustively. */
export type Verdict = AdmittedVerdict | AttentionVerdict | RefusedVerdict | UnconfirmedVerdict | UnknownVerdict;
export type VerdictKind = Verdict['kind'];

interface KindFacts {
  /** Whoever came goes in. */
  letsIn: boolean;
  /** Nobody has to look up. */
  isPlain: boolean;
  /** Somebody has to look at it whole. */
  isFailure: boolean;
  /** The platform has not said what it says. */
  isOpen: boolean;
}

/** Where kinds are told apart by yes and no, it is here: a new kind answers all of it before anything compiles. */
const factsByKind: Record<VerdictKind, KindFacts> = {
  admitted: { letsIn: true, isPlain: true, isFailure: false, isOpen: false },
  attention: { letsIn: true, isPlain: false, isFailure: false, isOpen: false },
  refused: { letsIn: false, isPlain: false, isFailure: true, isOpen: false },
  unconfirmed: { letsIn: true, isPlain: false, isFailure: true, isOpen: true },
  unknown: { letsIn: false, isPlain: false, isFailure: true, isOpen: false },
};

/** What has to be seen by somebody before it may be forgotten: failures, and whoever was stopped at the counter. */
export function mustBeSeen(verdict: Verdict): boolean {
  const reasons: readonly Reason[] = verdict.reasons;
  return factsOf(verdict).isFailure || reasons.some(({ code }) => code === 'stopNote');
}

export const factsOf = ({ kind }: { kind: VerdictKind }): KindFacts => factsByKind[kind];

/** Whom a verdict is about; null where that is not known. */
export function memberOf(verdict: Verdict): MemberSummary | null {
  switch (verdict.kind) {
    case 'admitted':
    case 'attention':
    case 'refused':
    case 'unconfirmed':
      return verdict.member;
    case 'unknown':
      return null;
  }
}

/** The visit that a verdict is about; null where there is none. */
export function visitOf(verdict: Verdict): VisitSummary | null {
  switch (verdict.kind) {
    case 'admitted':
    case 'attention':
    case 'refused':
    case 'unconfirmed':
      return verdict.visit;
    case 'unknown':
      return null;
  }
}

/** What became of the visit of a verdict, where it is no more: taken back, or ended. */
export function endOf(verdict: Verdict): 'undone' | 'checkedOut' | null {
  const codes = verdict.reasons.map(({ code }) => code);
  if (codes.includes('undone')) return 'undone';
  return codes.includes('checkedOut') ? 'checkedOut' : null;
}

const remarksOfStay: ReadonlySet<Reason['code']> = new Set(['alreadyIn', 'repeatIgnored', 'checkedOut']);

/** Whether a reason says no more than where the member is. */
export const isRemarkOfStay = (code: Reason['code']): boolean => remarksOfStay.has(code);

/** Whether it says that the member is in, by this tap or since before it. */
export const saysIsIn = (verdict: Verdict): boolean =>
  endOf(verdict) === null &&
  (visitOf(verdict)?.kind === 'checkIn' || verdict.reasons.some(({ code }) => isRemarkOfStay(code)));

export type Judged<V extends { kind: string; reasons: unknown }> = Pick<V, 'kind' | 'reasons'>;

/** What is decided about a scan, without the member it is about. */
export type Decision =
  | Judged<AdmittedVerdict>
  | Judged<AttentionVerdict>
  | Judged<RefusedVerdict>
  | Judged<UnconfirmedVerdict>
  | Judged<UnknownVerdict>;

/**
 * What is said of a card of which only a part was read: nobody is known by it, and nobody was looked for.
 * @param part what came of it, as reception reads it
 */
export const notWhole = (
  part: string,
): { decision: Pick<UnknownVerdict, 'kind' | 'reasons'>; scanned: UnknownVerdict['scanned'] } => ({
  decision: {
    kind: 'unknown',
    reasons: [{ code: 'unreadable', problem: 'notWhole', keyboardLayout: null, nextActor: 'reception' }],
  },
  scanned: { kind: 'unreadable', text: `${part}…` },
});

export function isNotWhole(verdict: Verdict): boolean {
  const reasons: readonly Reason[] = verdict.reasons;
  return reasons.some((reason) => reason.code === 'unreadable' && reason.problem === 'notWhole');
}
