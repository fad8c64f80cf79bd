import { isBirthday } from '#lib/server/base/calendar.ts';
import type { Member } from '#lib/server/directory/member.ts';
import type { AdmissionRefusal, Unavailable } from '#lib/server/gym-api/errors.ts';
import type { Admission } from '#lib/server/lookup/ask-admission.ts';
import type { Presence } from '#lib/server/presence/presence.ts';
import {
  endsSoonDays,
  firstCorporateDayOf,
  firstDayOf,
  lastCorporateDayOf,
  lastDayOf,
} from '#lib/wire/contract-days.ts';
import type {
  AttentionReason,
  Decision,
  Judged,
  LateReason,
  NoteReason,
  RefusalReason,
  RefusedVerdict,
  RemarkReason,
  UnconfirmedReason,
  WithNextActor,
} from '#lib/wire/verdict.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysBetween } from '#shared/calendar/days.ts';

/** A note that reception is shown. `stops`: it has to be read before the member is checked in. */
export interface ShownNote {
  text: string;
  stops: boolean;
}

/** What is known of a member at the moment of a tap. */
export interface Circumstances {
  /** Epoch milliseconds. */
  tappedAt: number;
  /** IANA name of the location's zone: days are days there. */
  timeZone: string;
  presence: Presence;
  admission: Admission;
  /** Why the platform could not be asked for the member or for admission. */
  unavailable: Unavailable | null;
  /** The moment until which the directory knows all changes, where it decides in place of the platform; else null. */
  knownUntil: Date | null;
  isFirstVisitThisMonth: boolean;
  /** Whether the location wants pictures of its members, and has none of this one. */
  isPhotoMissing: boolean;
  /** What staff wrote about the member. */
  notes: readonly ShownNote[];
  /** What staff still have to do with the member. */
  openTasks: number;
}

/**
 * Judges a member whom the platform or the desk's own directory knows. A slow or unavailable platform is never a
 * refusal.
 */
export function decide(member: Member, now: Circumstances): Decision {
  if (now.admission.kind === 'refused') return refuse(member, { ...now.admission, timeZone: now.timeZone });
  const remarks = remarksOn(now);
  if (now.unavailable) return unconfirmed(now.unavailable, [...notesOf(now), ...remarks]);
  return judge(member, now, [...remarks, ...directoryRemark(now)]);
}

interface Refused {
  refusal: AdmissionRefusal;
  /** IANA name of the location's zone. */
  timeZone: string;
  /** When the member was let in, where that was before the platform refused. ISO instant. */
  letInAt?: string;
  /** Whether they are at the counter nevertheless: nobody has to look for them. */
  isHere?: boolean;
}

/** The verdict for a corporate member whose admission the platform refuses. */
export function refuse(member: Member, { refusal, timeZone, letInAt, isHere }: Refused): Judged<RefusedVerdict> {
  const late = letInAt === undefined ? [] : [{ ...letInBefore(letInAt), ...(isHere && { nextActor: null }) }];
  return { kind: 'refused', reasons: [refusalReason(refusal, member, timeZone), ...late] };
}

export const letInBefore = (at: string): WithNextActor<LateReason> => ({
  code: 'letInBefore',
  at,
  nextActor: 'reception',
});

type Judging = Pick<Circumstances, 'tappedAt' | 'timeZone' | 'admission' | 'isPhotoMissing' | 'notes'>;

/** Judges a member whom the platform knows and does not refuse. */
export function judge(member: Member, now: Judging, remarks: WithNextActor<RemarkReason>[]): Decision {
  const attention = attentionTo(member, now);
  const all = [...birthdayOf(member, now), ...remarks];
  return attention.length > 0
    ? { kind: 'attention', reasons: [...attention, ...all] }
    : { kind: 'admitted', reasons: all };
}

/** A remark, and no reason for attention. */
function birthdayOf({ dateOfBirth }: Member, { tappedAt, timeZone }: Judging): WithNextActor<RemarkReason>[] {
  const isToday = dateOfBirth !== null && isBirthday(dateOfBirth, dayOf(tappedAt, timeZone));
  return isToday ? [{ code: 'birthday', nextActor: null }] : [];
}

/** Judges a card that neither the platform nor the directory could identify. */
export function decideUnrecognised(unavailable: Unavailable, presence: Presence): Decision {
  return unconfirmed(unavailable, presenceRemarks(presence));
}

/** Judges a member whom the platform has named by a card, while it cannot be asked about their admission. */
export const decideNamed = (
  unavailable: Unavailable,
  notes: readonly ShownNote[],
  remarks: WithNextActor<RemarkReason>[],
): Decision => unconfirmed(unavailable, [...notesOf({ notes }), ...remarks]);

/** Notes are the desk's own, so they are shown even while the platform is unavailable. */
function notesOf({ notes }: Pick<Circumstances, 'notes'>): WithNextActor<NoteReason>[] {
  return notes.map(({ text, stops }) =>
    stops ? { code: 'stopNote', text, nextActor: 'reception' } : { code: 'note', text, nextActor: null },
  );
}

function unconfirmed(unavailable: Unavailable, remarks: WithNextActor<NoteReason | RemarkReason>[]): Decision {
  return { kind: 'unconfirmed', reasons: [unconfirmedReason(unavailable), ...remarks] };
}

function remarksOn({ presence, isFirstVisitThisMonth, openTasks }: Circumstances): WithNextActor<RemarkReason>[] {
  const remarks = presenceRemarks(presence);
  if (presence.kind === 'out' && isFirstVisitThisMonth) remarks.push({ code: 'firstVisitThisMonth', nextActor: null });
  return [...remarks, ...taskRemark(openTasks)];
}

/** That there is something to do with the member, unless there is nothing. */
export const taskRemark = (count: number): WithNextActor<RemarkReason>[] =>
  count > 0 ? [{ code: 'openTasks', count, nextActor: null }] : [];

const directoryRemark = ({ knownUntil }: Circumstances): WithNextActor<RemarkReason>[] =>
  knownUntil ? [{ code: 'fromDirectory', at: knownUntil.toISOString(), nextActor: null }] : [];

/** That the member is in already, and since when. */
export function presenceRemarks(presence: Presence): WithNextActor<RemarkReason>[] {
  switch (presence.kind) {
    case 'out':
      return [];
    case 'repeat':
      return [{ code: 'repeatIgnored', checkedInAt: new Date(presence.checkedInAt).toISOString(), nextActor: null }];
    case 'in':
      return [{ code: 'alreadyIn', since: new Date(presence.since).toISOString(), nextActor: null }];
  }
}

function attentionTo(member: Member, now: Judging): WithNextActor<AttentionReason>[] {
  const { admission } = now;
  const today = dayOf(now.tappedAt, now.timeZone);
  const [firstDay, lastDay] = [firstDayOf(member, now.timeZone), lastDayOf(member, now.timeZone)];
  const reasons: WithNextActor<AttentionReason>[] = notesOf(now);
  if (admission.kind === 'overridden') reasons.push({ code: 'admissionOverridden', nextActor: 'manager' });
  if (lastDay !== null) {
    const days = daysBetween(today, lastDay);
    if (days < 0) reasons.push({ code: 'contractEnded', endedOn: lastDay, nextActor: 'reception' });
    else if (days <= endsSoonDays) {
      reasons.push({ code: 'contractEndsSoon', endsOn: lastDay, days, nextActor: 'member' });
    }
  }
  if (firstDay !== null && firstDay > today) {
    reasons.push({ code: 'contractNotStarted', startsOn: firstDay, nextActor: 'reception' });
  }
  if (member.membershipType === 'PROSPECT') reasons.push({ code: 'prospect', nextActor: 'reception' });
  if (admission.kind === 'granted' && admission.isFirst) {
    reasons.push({ code: 'firstAdmission', nextActor: 'reception' });
  }
  if (now.isPhotoMissing) reasons.push({ code: 'photoMissing', nextActor: 'reception' });
  return reasons;
}

function refusalReason(refusal: AdmissionRefusal, member: Member, timeZone: string): WithNextActor<RefusalReason> {
  switch (refusal) {
    case 'corporateFitnessMembershipExpired':
      return {
        code: 'corporateMembershipEnded',
        endedOn: lastCorporateDayOf(member.corporateEnd, timeZone),
        nextActor: 'member',
      };
    case 'corporateFitnessMembershipNotStarted':
      return {
        code: 'corporateMembershipNotStarted',
        startsOn: firstCorporateDayOf(member.corporateStart, timeZone),
        nextActor: 'member',
      };
    case 'corporateFitnessGymNotInNetwork':
      return { code: 'gymNotInNetwork', nextActor: 'manager' };
    case 'corporateFitnessGymNotInNetworkPlus1':
      return { code: 'noGuestProgramme', nextActor: 'manager' };
  }
}

function unconfirmedReason(unavailable: Unavailable): WithNextActor<UnconfirmedReason> {
  switch (unavailable.because) {
    case 'slow':
      return { code: 'platformSlow', nextActor: 'reception' };
    case 'unreachable':
      return { code: 'platformUnreachable', nextActor: 'reception' };
    case 'failed':
      return { code: 'platformFailed', status: unavailable.status, nextActor: 'reception' };
    case 'unreadable':
      return { code: 'platformAnswerUnreadable', nextActor: 'reception' };
    case 'busy':
      return { code: 'platformBusy', nextActor: 'reception' };
    case 'keyRejected':
      return { code: 'keyRejected', nextActor: 'manager' };
    case 'permissionMissing':
      return { code: 'permissionMissing', nextActor: 'manager' };
  }
}
