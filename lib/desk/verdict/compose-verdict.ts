import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type TapAnswer, type Visit, visits } from '#lib/db/schema/visits.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { type KnownMember, summarise } from '#lib/desk/directory/member.ts';
import type { Verdict, VisitSummary } from '#lib/wire/verdict.ts';

interface VerdictContext {
  locationId: string;
  tapId: string;
  /** Epoch milliseconds. */
  now: number;
  /** Whether the person at the screen may let in against a refusal. */
  mayOverride: boolean;
}

/** Puts an answer together with what the desk knows of the member and of the visit now. */
export async function composeVerdict(db: Queryable, answer: TapAnswer, context: VerdictContext): Promise<Verdict> {
  const { locationId, tapId, now, mayOverride } = context;
  const { decision, accountId, visitTapId, scanned, tappedAt, offers } = answer;
  const base = { tapId, scanned, tappedAt };
  if (decision.kind === 'unknown') return { ...base, ...decision };

  const visit = visitTapId === null ? null : await readVisit(db, locationId, visitTapId, now);
  const known = accountId === null ? null : summarise(await readMember(db, locationId, accountId));
  const member = () => {
    if (known) return known;
    throw new Error(`An answer of kind ${decision.kind} names no member.`);
  };
  switch (decision.kind) {
    case 'unconfirmed':
      return { ...base, ...decision, member: known, visit, offers };
    case 'refused':
      // who is in already is not let in again: the manager settles the visit
      return { ...base, ...decision, member: member(), visit, offers, mayOverride: mayOverride && visit === null };
    case 'admitted':
    case 'attention':
      return { ...base, ...decision, member: member(), visit, offers };
  }
}

async function readVisit(db: Queryable, locationId: string, tapId: string, now: number): Promise<VisitSummary | null> {
  const [visit] = await db
    .select()
    .from(visits)
    .where(and(eq(visits.locationId, locationId), eq(visits.tapId, tapId)));
  return visit ? summariseVisit(visit, now) : null;
}

function summariseVisit(visit: Visit, now: number): VisitSummary {
  const canUndo = visit.state === 'held' && visit.undoUntil.getTime() > now;
  return {
    tapId: visit.tapId,
    kind: visit.kind,
    at: visit.tappedAt.toISOString(),
    undoUntil: canUndo ? visit.undoUntil.toISOString() : null,
  };
}

async function readMember(db: Queryable, locationId: string, accountId: string): Promise<KnownMember> {
  const known = await findInDirectory(db, locationId, { kind: 'accountId', value: accountId });
  return known ?? { ...nobody, accountId };
}

/** A member whose data was erased since. */
const nobody: Omit<KnownMember, 'accountId'> = {
  firstName: null,
  lastName: null,
  email: null,
  dateOfBirth: null,
  membershipId: null,
  barcode: null,
  membershipType: null,
  startOfContract: null,
  endOfContract: null,
  corporateStart: null,
  corporateEnd: null,
  photoVersion: null,
};
