import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import type { Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import type { Admission } from '#lib/server/lookup/ask-admission.ts';
import type { Presence } from '#lib/server/presence/presence.ts';
import { answerNobody } from '#lib/server/verdict/answer-nobody.ts';
import { decideNamed, judge, presenceRemarks, refuse, type ShownNote, taskRemark } from '#lib/server/verdict/decide.ts';
import {
  type Decision,
  isRemarkOfStay,
  type RemarkReason,
  type UnknownReason,
  type WithNextActor,
} from '#lib/wire/verdict.ts';

/** What the platform answered about an arrival after the tap had been answered as unconfirmed. */
export type Confirmation =
  /** `stay`: the member was in already. */
  | { kind: 'member'; member: Member; admission: Admission; stay?: Stay }
  /** The member of the card, and no answer about their admission yet. */
  | { kind: 'named'; member: Member; unavailable: Unavailable }
  | { kind: 'unknown'; reason: UnknownReason };

interface Stay {
  presence: Exclude<Presence, { kind: 'out' }>;
  /** The tap that recorded its arrival; null for one through a turnstile. */
  visitTapId: string | null;
}

interface ConfirmedAt {
  /** IANA name of the location's zone. */
  timeZone: string;
  isPhotoMissing: boolean;
  notes: readonly ShownNote[];
  /** What staff still have to do with the member. */
  openTasks: number;
}

/** The answer as it would have been if the platform had answered in time, except that the member has come in by now. */
export function confirmAnswer(answer: TapAnswer, confirmation: Confirmation, at: ConfirmedAt): TapAnswer {
  if (confirmation.kind === 'unknown') {
    const before = { hasVisit: answer.visitTapId !== null, letInAt: answer.tappedAt };
    return { ...answer, ...answerNobody(confirmation.reason, before) };
  }
  const { member } = confirmation;
  const { accountId } = member;
  const offers = answer.accountId === null ? ['checkOut' as const] : answer.offers;
  // of a member whom the desk did not expect, the answer says nothing yet
  const tasks = answer.accountId === accountId ? [] : taskRemark(at.openTasks);
  if (confirmation.kind === 'named') {
    const ofStay = remarksOf(answer.decision).filter(({ code }) => isRemarkOfStay(code));
    const decision = decideNamed(confirmation.unavailable, at.notes, [...ofStay, ...tasks]);
    return { ...answer, accountId, offers, decision };
  }
  const { admission, stay } = confirmation;
  const named = { ...answer, accountId, offers, ...(stay && { visitTapId: stay.visitTapId }) };
  if (admission.kind === 'refused') {
    return { ...named, decision: refuse(member, { ...admission, timeZone: at.timeZone, letInAt: answer.tappedAt }) };
  }
  const tappedAt = Date.parse(answer.tappedAt);
  // the desk's directory may have taken the card for another member's
  const isAnother = answer.accountId !== null && answer.accountId !== accountId;
  const kept = isAnother ? [] : remarksOf(answer.decision);
  const ofStay = stay && !kept.some(({ code }) => isRemarkOfStay(code)) ? presenceRemarks(stay.presence) : [];
  return { ...named, decision: judge(member, { ...at, tappedAt, admission }, [...ofStay, ...kept, ...tasks]) };
}

/** Whether they remain: those that neither depend on the platform nor are added again. */
const remarks = {
  birthday: false,
  firstVisitThisMonth: true,
  alreadyIn: true,
  repeatIgnored: true,
  checkedOut: true,
  undone: true,
  openTasks: true,
  fromDirectory: false,
} satisfies Record<RemarkReason['code'], boolean>;

function remarksOf({ reasons }: Decision): WithNextActor<RemarkReason>[] {
  return reasons.filter((reason): reason is WithNextActor<RemarkReason> => isKept(reason.code));
}

const isKept = (code: string): boolean => Object.hasOwn(remarks, code) && remarks[code as keyof typeof remarks]; // safe because: it is one of them
