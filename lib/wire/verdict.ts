import type { MembershipType } from '#contracts/v2/account-fields.ts';

/** Who has to act so that the verdict becomes a plain "admitted". */
export type NextActor = 'member' | 'reception' | 'manager';

/** The data of a member that the counter shows, and nothing more. */
export interface MemberSummary {
  accountId: string;
  displayName: string;
  initials: string;
  /** A type that the provider added later is kept as text. */
  membershipType: MembershipType | (string & {}) | null;
  membershipId: string | null;
  /** First day of the contract, `yyyy-MM-dd`. */
  memberSince: string | null;
  /** URL of the photo; null where the desk has none. */
  photoUrl: string | null;
}

/** The data that distinguishes two members of the same name. */
export interface MemberIdentity extends Pick<MemberSummary, 'displayName' | 'initials' | 'membershipId' | 'photoUrl'> {
  /** `yyyy-MM-dd`. */
  dateOfBirth: string | null;
}

/** The member whom the desk's own directory finds for a scan, before there is a verdict. */
export interface Glance {
  member: MemberSummary;
}

/** Remarks about a member who is simply admitted. */
export type RemarkReason =
  | { code: 'birthday' }
  | { code: 'firstVisitThisMonth' }
  | { code: 'openTasks'; count: number }
  | { code: 'alreadyIn'; since: string }
  | { code: 'repeatIgnored'; checkedInAt: string }
  | { code: 'checkedOut'; at: string }
  | { code: 'undone' }
  /** The desk's own directory decided, as of `at`: the platform has not confirmed it, and may correct it. */
  | { code: 'fromDirectory'; at: string };

/** Why reception should check, although the member is admitted. Days are days in the location's time zone. */
export type AttentionReason =
  | { code: 'contractEndsSoon'; endsOn: string; days: number }
  | { code: 'contractEnded'; endedOn: string }
  | { code: 'contractNotStarted'; startsOn: string }
  | { code: 'prospect' }
  | { code: 'firstAdmission' }
  | { code: 'photoMissing' }
  | NoteReason
  | { code: 'admissionOverridden' };

/** A note of staff about the member. `stopNote`: the scan did not check the member in; reception reads it first. */
export type NoteReason = { code: 'note'; text: string } | { code: 'stopNote'; text: string };

/** Why the platform refused admission (the four corporate refusals of `POST …/admissions`). */
export type RefusalReason =
  | { code: 'corporateMembershipEnded'; endedOn: string | null }
  | { code: 'corporateMembershipNotStarted'; startsOn: string | null }
  | { code: 'gymNotInNetwork' }
  | { code: 'noGuestProgramme' };

/** Why the platform could not be asked. Never a reason to refuse the member. */
export type UnconfirmedReason =
  | { code: 'platformSlow' }
  | { code: 'platformUnreachable' }
  | { code: 'platformFailed'; status: number }
  | { code: 'platformAnswerUnreadable' }
  | { code: 'platformBusy' }
  | { code: 'keyRejected' }
  | { code: 'permissionMissing' };

/** The kind of a tap that waits in a browser; `notStored`: it waits in its window alone, and ends with it. */
type KeptTap = 'lookUp' | 'checkIn' | 'checkOut' | 'admitAnyway' | 'notStored';

/** Why a tap waits in its browser. The page itself sets it: the desk has not confirmed the tap. */
export type WaitingReason =
  | { code: 'deskUnreachable'; kept: KeptTap }
  | { code: 'storageFailed'; kept: KeptTap }
  | { code: 'signedOut'; kept: KeptTap };

export type UnknownReason =
  | { code: 'cardUnknown' }
  | { code: 'passUnknown' }
  | { code: 'emailUnknown' }
  | { code: 'membershipIdUnknown' }
  | { code: 'numberUnknown' }
  | { code: 'membershipMissing' }
  | { code: 'unreadable'; problem: string; keyboardLayout: string | null };

/** The platform refused too late: the member was already admitted. */
export interface LateReason {
  code: 'letInBefore';
  /** ISO instant. */
  at: string;
}

/** No member was found for the scan, so the visit that was recorded before is not counted. */
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
  /** The tap that made the visit; `undo` and the ledger identify the visit by this id. */
  tapId: string;
  kind: 'checkIn' | 'checkOut';
  /** When the member arrived or left, ISO instant. */
  at: string;
  /** Until when the visit can be undone, ISO instant; null once it can't. */
  undoUntil: string | null;
  /** Whether it waits in the ledger: the platform has neither accepted nor refused it. */
  isToBeSent: boolean;
}

/** The value by which the platform is searched for a member. */
export interface ScannedCard {
  kind: 'rfid' | 'nfc' | 'email' | 'membershipId';
  value: string;
}

/** The scanned or typed value, formatted for reception. */
export interface ScannedValue {
  kind: 'rfid' | 'nfc' | 'email' | 'membershipId' | 'unreadable';
  text: string;
}

interface VerdictBase {
  /** The tap that this verdict answers. */
  tapId: string;
  scanned: ScannedValue;
  /** When the card was held to the reader, ISO instant. */
  tappedAt: string;
  /** The member's home gym, if it is another gym of this desk and known. */
  homeGym?: string;
}

interface MemberVerdict extends VerdictBase {
  member: MemberSummary;
  visit: VisitSummary | null;
  /** The actions available for this member; `Undo` follows from `visit.undoUntil`. */
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
  /** Whether this user may override the refusal, with a reason that is logged. */
  mayOverride: boolean;
}
export interface UnconfirmedVerdict extends VerdictBase {
  kind: 'unconfirmed';
  reasons: WithNextActor<UnconfirmedReason | WaitingReason | NoteReason | RemarkReason>[];
  /** Null where the card is not in the desk's own directory either. */
  member: MemberSummary | null;
  visit: VisitSummary | null;
  offers: readonly ('checkIn' | 'checkOut')[];
}
export interface UnknownVerdict extends VerdictBase {
  kind: 'unknown';
  reasons: WithNextActor<UnknownReason | LateReason | UncountedReason>[];
  /** Whether a reader sent it just now: what a person typed may be mistyped, and is no sign of a reader. */
  isScan?: boolean;
}

/** The response to one tap. Every screen switches over `kind` exhaustively. */
export type Verdict = AdmittedVerdict | AttentionVerdict | RefusedVerdict | UnconfirmedVerdict | UnknownVerdict;
export type VerdictKind = Verdict['kind'];

interface KindFacts {
  /** The person may go in. */
  letsIn: boolean;
  /** Reception has nothing to check. */
  isPlain: boolean;
  /** Reception must open it in full. */
  isFailure: boolean;
  /** Nobody has decided yet. */
  isOpen: boolean;
}

/** All boolean facts about kinds are in this table: a new kind must define each of them to compile. */
const factsByKind: Record<VerdictKind, KindFacts> = {
  admitted: { letsIn: true, isPlain: true, isFailure: false, isOpen: false },
  attention: { letsIn: true, isPlain: false, isFailure: false, isOpen: false },
  refused: { letsIn: false, isPlain: false, isFailure: true, isOpen: false },
  unconfirmed: { letsIn: true, isPlain: false, isFailure: true, isOpen: true },
  unknown: { letsIn: false, isPlain: false, isFailure: true, isOpen: false },
};

/** Whether reception must see it before it is dropped: failures, and members stopped by a note. */
export function mustBeSeen(verdict: Verdict): boolean {
  const reasons: readonly Reason[] = verdict.reasons;
  return factsOf(verdict).isFailure || reasons.some(({ code }) => code === 'stopNote');
}

export const factsOf = ({ kind }: { kind: VerdictKind }): KindFacts => factsByKind[kind];

/** Whether the platform has not decided yet: its answer may still change the verdict. */
export const awaitsPlatform = (decision: { kind: VerdictKind; reasons: readonly { code: string }[] }): boolean =>
  factsOf(decision).isOpen || decision.reasons.some(({ code }) => code === 'fromDirectory');

/** The member of a verdict; null where unknown. */
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

/** The visit of a verdict; null where there is none. */
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

/** How the visit of a verdict has ended; null while it has not. */
export function endOf(verdict: Verdict): 'undone' | 'checkedOut' | null {
  const codes = verdict.reasons.map(({ code }) => code);
  if (codes.includes('undone')) return 'undone';
  return codes.includes('checkedOut') ? 'checkedOut' : null;
}

const remarksOfStay: ReadonlySet<Reason['code']> = new Set(['alreadyIn', 'repeatIgnored', 'checkedOut']);

/** Whether a reason only says where the member is. */
export const isRemarkOfStay = (code: Reason['code']): boolean => remarksOfStay.has(code);

/** Whether the member is in the gym according to the verdict, by this tap or since before it. */
export const saysIsIn = (verdict: Verdict): boolean =>
  endOf(verdict) === null &&
  (visitOf(verdict)?.kind === 'checkIn' || verdict.reasons.some(({ code }) => isRemarkOfStay(code)));

export type Judged<V extends { kind: string; reasons: unknown }> = Pick<V, 'kind' | 'reasons'>;

/** The decision about a scan, without its member. */
export type Decision =
  | Judged<AdmittedVerdict>
  | Judged<AttentionVerdict>
  | Judged<RefusedVerdict>
  | Judged<UnconfirmedVerdict>
  | Judged<UnknownVerdict>;

/**
 * The decision for a card that was read only in part: it identifies no member, and none was searched.
 * @param part the part that was read, formatted for reception
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
