import 'server-only';
import { unseal } from '#lib/crypto/seal.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import type { LegacyCredentials } from '#lib/gym-v1/send-alive.ts';

/** What a location has for the legacy interface; null where it has nothing. */
export function findLegacyCredentials(
  { secret, previousSecret }: Pick<DeskContext, 'secret' | 'previousSecret'>,
  { id, v1Url, v1GymId, sealedV1Token }: Location,
): LegacyCredentials | null {
  if (v1Url === null || v1GymId === null || sealedV1Token === null) return null;
  const token = unseal(sealedV1Token, { locationId: id, field: 'v1Token' }, secret, previousSecret);
  return { url: v1Url, gymId: v1GymId, token };
}
