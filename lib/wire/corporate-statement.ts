import { z } from 'zod';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { DayRange } from './corporate-fitness.ts';
import type { admissionRefusals } from './refusals.ts';
import { addMonths, monthOf } from './time/month.ts';

/** When admission was asked: when the member came, or afterwards, before the visit is sent. */
export const admissionOccasions = ['counter', 'later'] as const;
export type AdmissionOccasion = (typeof admissionOccasions)[number];

/** A month of the gym's calendar, `2026-11`. */
export const statementMonth = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) });
export type StatementMonth = z.infer<typeof statementMonth>;

/** `retired`: the slug of a retired gym of the manager, in place of the gym of the page. */
export const statementGym = z.object({ retired: z.string().max(100).optional() });
export type StatementGym = z.infer<typeof statementGym>;

/** The first and the last day of a month. */
export const daysOfMonth = (month: string): DayRange => ({
  from: `${month}-01`,
  to: daysLater(`${addMonths(month, 1)}-01`, -1),
});

export interface AskedMonth {
  /**
   * Without one in the address, the last month that is over, or the last one in which a retired gym was in use for a whole day; null where
   * it names none of the calendar, or a later one.
   */
  month: string | null;
  /** To choose from, the latest first. */
  months: string[];
}

/** The month that the address of a statement names, and those from the first known one until today, or the last known day of a retired gym. */
export function readStatementMonth(
  { month: asked }: Record<string, unknown>,
  { since, today, until, retiredOn }: { since: string; today: string; until: string | null; retiredOn: string | null },
): AskedMonth {
  const last = monthOf(until ?? today);
  const usual = retiredOn === null ? addMonths(last, -1) : monthOf(daysLater(retiredOn, -1));
  const read = statementMonth.safeParse({ month: asked ?? usual }).data?.month ?? null;
  const month = read !== null && read <= last ? read : null;
  const months: string[] = [];
  for (let one = last; one >= since; one = addMonths(one, -1)) months.push(one);
  if (month !== null && !months.includes(month)) months.push(month);
  return { month, months };
}

export interface AdmissionCounts {
  /** As often as the platform counts what this desk has asked. */
  granted: number;
  /** Of these, the ones that the platform called a member's first at this gym. */
  firsts: number;
  /** Requests whose answer was lost: each may count once more at the platform. */
  unanswered: number;
}

export interface MemberOfDay extends AdmissionCounts {
  accountId: string;
  /** That of the admission: on a day on which it changed there are two entries. Null where the member had none and has none. */
  membershipId: string | null;
}

export interface StatementDay extends AdmissionCounts {
  /** In the time zone of the gym. */
  day: string;
  /** How many members were admitted. */
  members: number;
  each: MemberOfDay[];
}

export interface StatementTotal extends AdmissionCounts {
  members: number;
  /** Granted ones that were asked after the member had come in. */
  askedLater: number;
  /** Granted ones whose visit was undone: the platform counts them all the same. */
  undone: number;
}

type CorporateRefusal = (typeof admissionRefusals)[number];

export interface RefusalCount {
  reason: CorporateRefusal;
  count: number;
  /** Of these, how often somebody at the counter let the member in anyway. */
  overridden: number;
}

/** What may differ from what was paid for, or is no admission although somebody came in. */
export interface StatementException {
  kind: 'answerLost' | 'overridden' | 'refusedLater' | 'undecided' | 'neverAdmitted' | 'cameElsewhere';
  /** ISO instant. Of lost answers: of the first one of the day; of visits by a turnstile or an app: of the first one of the month. */
  at: string;
  /** Null of a card that nobody was found for. */
  accountId: string | null;
  membershipId: string | null;
  /** Of a refusal. */
  reason: CorporateRefusal | null;
  /** How many answers about this arrival got lost on this day; 0 of the other kinds. */
  unanswered: number;
  /** How many visits of a month by a turnstile or an app; 0 of the other kinds. */
  visits: number;
}

/** A time in which a gym was retired, in ISO instants: it asked for no admissions but those of earlier visits. */
export interface Retirement {
  from: string;
  /** When it was brought back; null of a gym that is retired now. */
  until: string | null;
}

export interface CorporateStatement {
  month: string;
  timeZone: string;
  /** Whether the month is over: otherwise more follow. */
  isOver: boolean;
  /** ISO instant: the moment of the numbers. */
  asOf: string;
  /** The first day of which admissions are known here. */
  since: string;
  /** The last day of which admissions may be known here; null of a gym in use. */
  until: string | null;
  /** Those that touch the month, in the order of time. */
  retirements: Retirement[];
  /** Whether the platform reports visits by a turnstile or an app: otherwise none may be known here. */
  isElsewhereReported: boolean;
  days: StatementDay[];
  total: StatementTotal;
  refusals: RefusalCount[];
  exceptions: StatementException[];
}

/**
 * Whether nothing is known of the admissions of a month. On the day on which a gym began, or from which on they are not deleted yet, some
 * may be known although the first whole day is later, and while it was retired, those of visits from before.
 */
export function isUnknownMonth({
  month,
  timeZone,
  since,
  retirements,
  days,
}: Pick<CorporateStatement, 'month' | 'timeZone' | 'since' | 'retirements' | 'days'>): boolean {
  if (days.length > 0) return false;
  const { from, to } = daysOfMonth(month);
  const first = since > from ? since : from;
  const dayAt = (at: string) => dayOf(Date.parse(at), timeZone);
  const isThroughout = ({ from: began, until }: Retirement) =>
    dayAt(began) < first && (until === null || dayAt(until) > to);
  return first > to || retirements.some(isThroughout);
}
