import type { PublishRequest } from '#contracts/v1/members.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { lockEmail, type NumberedAccount } from '#platform/services/accounts/join.ts';
import { writeMember } from '#platform/services/accounts/write.ts';
import type { Call } from '#platform/services/call.ts';
import { drawSentPicture } from '#platform/services/images/sent-picture.ts';
import { keepPicture } from '#platform/services/images/store.ts';
import { refuseBlacklistedEmail, refuseIdentityConflicts } from '#platform/services/members/conflicts.ts';
import { type LockedMember, lockPerson } from '#platform/services/members/lock.ts';
import {
  findPublishedMember,
  type PublishedKey,
  type PublishedMember,
} from '#platform/services/members/published-member.ts';
import { type Card, toCardsOfV1 } from '#platform/services/rfids/assign.ts';
import { replaceCards } from '#platform/services/rfids/replace.ts';
import { writeRoles } from '#platform/services/roles/assign.ts';
import { beginMembership, returnToMembership } from './begin-published.ts';
import { matchPublished } from './match-published.ts';
import { changesOf, isEmpty } from './published-changes.ts';

/**
 * Creates or updates a member for the gym interface. Fields that are missing from the request stay unchanged. Without
 * a difference, nothing is written.
 * @returns the user id
 * @throws 400 for what a first publish lacks, 403 for a blacklisted address, 404 for an unknown user id, 409 if another person has the
 * e-mail address or the membership id; the transaction is then rolled back
 */
export async function publishMember(call: Call, { imageData, ...request }: PublishRequest): Promise<number> {
  const picture = imageData ? await drawSentPicture(imageData) : undefined;
  const unchanged = picture ? undefined : await findUnchanged(call, request);
  if (unchanged) return unchanged.profile.legacyUserId;
  return retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      const { accountId, legacyUserId } = await publish(sql, call, request);
      if (request.rfidList) await replaceCards(sql, call, accountId, toCardsOfV1(request.rfidList));
      if (request.trainer != null) await writeRoles(sql, call, accountId, { trainer: request.trainer });
      if (picture) await keepPicture(sql, call, accountId, picture);
      return legacyUserId;
    }),
  );
}

/** The member, if the request matches the stored data exactly, so that nothing must be written. */
async function findUnchanged(call: Call, request: PublishRequest): Promise<PublishedMember | undefined> {
  const member = await findPublishedMember(call, keyOf(request));
  if (!member || member.isBlacklisted) return undefined;
  return isEmpty(changesOf(member, request)) && hasCardsAndRole(member, request) ? member : undefined;
}

function keyOf({ userId, membershipId, eMail }: PublishRequest): PublishedKey {
  if (userId !== undefined) return { by: 'legacyUserId', legacyUserId: userId };
  return membershipId ? { by: 'membershipId', membershipId } : { by: 'email', email: eMail };
}

function hasCardsAndRole({ cards, isTrainer }: PublishedMember, { rfidList, trainer }: PublishRequest): boolean {
  return (!rfidList || hasCards(cards, toCardsOfV1(rfidList))) && (trainer == null || trainer === isTrainer);
}

/** Hex digits of a card that came as decimal name the same card. */
function hasCards(kept: PublishedMember['cards'], sent: readonly Card[]): boolean {
  const known = new Map(kept.map(({ rfid, isDecimal }) => [rfid, isDecimal]));
  return (
    known.size === sent.length &&
    sent.every(({ rfid, isDecimal }) => known.get(rfid) === true || (known.has(rfid) && !isDecimal))
  );
}

async function publish(sql: Sql, call: Call, request: PublishRequest): Promise<NumberedAccount> {
  await lockEmail(sql, request.eMail);
  await refuseBlacklistedEmail(sql, request.eMail);
  const accountId = await matchPublished(sql, call, request);
  if (accountId === undefined) return beginMembership(sql, call, request);
  const { profile, membership } = await lockPerson(sql, call, accountId);
  if (membership) await publishChanges(sql, call, { profile, membership }, request);
  else await returnToMembership(sql, call, profile, request);
  return profile;
}

async function publishChanges(sql: Sql, call: Call, member: LockedMember, request: PublishRequest): Promise<void> {
  const changes = changesOf(member, request);
  await refuseIdentityConflicts(sql, call, member.profile, {
    email: changes.profile.email,
    membershipId: changes.membership.membershipId,
  });
  if (!isEmpty(changes)) await writeMember(sql, call, member.profile.accountId, changes);
}
