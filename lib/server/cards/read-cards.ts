import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { answered, failureOf } from '#lib/server/base/platform-failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { classifyFailure, isPerson } from '#lib/server/gym-api/errors.ts';
import { readNfcToken } from '#lib/server/gym-api/nfc.ts';
import { listRfids } from '#lib/server/gym-api/rfids.ts';
import type { CardsView, MemberPass, PassesView, PassIssuer } from '#lib/wire/cards.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { endingOf } from './assign-card.ts';
import { nfcIssuerOf, recallIssuers } from './pass-issuers.ts';

/** @throws ActionFailure where the platform cannot be asked, or has no such member */
export async function readCards(
  { desk, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<CardsView> {
  const gym = desk.gymClientOf(location);
  const [all, ours] = await Promise.all([
    listRfids(gym, { accountId, sources: 'all', urgency: 'interactive' }),
    listRfids(gym, { accountId, sources: 'ours', urgency: 'interactive' }),
  ]);
  const own = new Set(answered(ours).items.map(({ rfid }) => rfid));
  const { items, unreadable } = answered(all);
  const cards = items.map(({ rfid, tagFormat }) => ({
    rfid,
    tagFormat: tagFormat ?? null,
    isFromMachine: !own.has(rfid),
  }));
  return { cards, unreadable: unreadable.length };
}

/**
 * The passes of a member. The platform cannot list them: it is asked once for each issuer that this location uses, and once
 * without an issuer, which finds a pass of any other.
 * @throws ActionFailure where the platform cannot be asked, or has no such member
 */
export async function readPasses(
  { desk, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<PassesView> {
  const issuers = await recallIssuers(desk.db, location.id);
  const [unnamed, ...named] = await Promise.all(
    [null, ...issuers].map((issuer) => readToken(desk, location, accountId, issuer)),
  );
  const passes: MemberPass[] = issuers.flatMap((issuer, index) => {
    const token = named[index];
    return token ? [{ issuer, ending: endingOf(token) }] : [];
  });
  if (unnamed && !named.includes(unnamed)) passes.push({ issuer: null, ending: endingOf(unnamed) });
  return { passes, issuers };
}

async function readToken(
  desk: DeskContext,
  location: Location,
  accountId: string,
  issuer: PassIssuer | null,
): Promise<string | null> {
  const urgency = 'interactive';
  const answer = await readNfcToken(desk.gymClientOf(location), { accountId, issuer: nfcIssuerOf(issuer), urgency });
  if (answer.ok) return answer.value;
  const failure = classifyFailure(answer.problem);
  if (failure.kind === 'missing' && !isPerson(failure.entity)) return null;
  throw failureOf(answer.problem);
}
