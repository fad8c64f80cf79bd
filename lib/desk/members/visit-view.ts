import type { VisitState } from '#lib/db/schema/visits.ts';

/** One arrival or departure of a member. */
export interface MemberVisit {
  id: string;
  kind: 'checkIn' | 'checkOut';
  /** ISO instant. */
  at: string;
  /** How it stands with the platform; `elsewhere` came from there. */
  state: VisitState | 'elsewhere';
  /** Why it was refused: a code of the platform. */
  why: string | null;
  /** Whether the desk recorded it by itself, at closing time. */
  isAutomatic: boolean;
}

export interface MemberVisitsPage {
  visits: MemberVisit[];
  /** What to ask the next page with; null where this is the last. */
  next: string | null;
}
