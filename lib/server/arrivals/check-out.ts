import 'server-only';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import type { Member } from '#lib/server/directory/member.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import { clockToStore } from '#lib/server/presence/clock-of-now.ts';
import { findVisit, presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { findDeparture } from '#lib/server/presence/presence.ts';
import { answerIdempotently } from '#lib/server/taps/idempotency-store.ts';
import { type TapTime, timeOfTap } from '#lib/server/taps/tap-time.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { lockVisitor, recordVisit, setAsideBy } from '#lib/server/visits/record.ts';
import { recountWith } from '#lib/server/visits/recount.ts';
import type { VisitInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/**
 * Checks out a member, once per stay. A check-out needs no confirmation, so the platform is asked only for a member whom the
 * directory does not have, and not at a retired location.
 * @throws ActionFailure `notFound` or `platformUnavailable` where the member cannot be identified
 */
export async function checkOut({ desk, actor }: ActorContext, input: VisitInput): Promise<Verdict> {
  const { tapId, accountId } = input;
  const time = timeOfTap(desk, input);
  const key = { locationId: actor.location.id, tapId, operation: 'checkOut' } as const;
  const answer = await answerIdempotently(desk, {
    key,
    ask: () => identifyLeaver(desk, actor, accountId),
    decideAndRecord: (tx, member) => decideAndRecord(tx, desk, actor, { tapId, ...time }, member),
  });
  return composeVerdict(desk.db, { answer, ...key, now: desk.clock(), mayOverride: actor.mayOverride });
}

async function identifyLeaver(desk: DeskContext, { location }: Actor, accountId: string): Promise<Member> {
  const key = { kind: 'accountId', value: accountId } as const;
  const known = await findInDirectory(desk.db, { locationId: location.id, key });
  if (known) return known;
  if (location.retiredAt !== null) throw new ActionFailure('notFound', 'The desk knows no such member.');
  const found = await findMember({ desk, actor: { location } }, { lookupKey: key, urgency: 'interactive' });
  switch (found.kind) {
    case 'member':
      return found.member;
    case 'unknown':
      throw new ActionFailure('notFound', 'The platform knows no such member.');
    case 'unrecognised':
      throw new ActionFailure('platformUnavailable', 'The platform could not be asked about this member.');
  }
}

async function decideAndRecord(
  tx: Queryable,
  desk: DeskContext,
  by: Actor,
  { tapId, ...time }: { tapId: string } & TapTime,
  member: Member,
): Promise<TapAnswer> {
  const { accountId } = member;
  const { location } = by;
  const { tappedAt } = time;
  // staff press a button beside the name
  const how = 'name';
  await lockVisitor(tx, { locationId: location.id, visitor: member });
  const events = await readEvents(tx, desk, { location, visitor: member, at: tappedAt });
  const leftAt = findDeparture(tappedAt, events, presenceRules(location));
  if (leftAt === null) {
    const kind = 'checkOut';
    const visit = { location, tapId, ...time, visitor: member, kind, how, needsAdmission: false, by } as const;
    await recordVisit(tx, desk, visit);
    await recountWith(tx, desk, { location, accountId, events, recorded: { tapId, kind, at: tappedAt } });
  }
  const at = new Date(leftAt ?? tappedAt).toISOString();
  return {
    decision: { kind: 'admitted', reasons: [{ code: 'checkedOut', at, nextActor: null }] },
    scanned: { kind: 'membershipId', text: member.membershipId ?? '' },
    tappedAt: new Date(tappedAt).toISOString(),
    accountId,
    visitTapId: leftAt === null ? tapId : findVisit(events, 'checkOut', leftAt),
    ...(leftAt !== null && {
      setAside: setAsideBy(by, { ...time, clock: clockToStore({ desk, actor: by }, time.clock), how }, location),
    }),
    offers: ['checkIn'],
  };
}
