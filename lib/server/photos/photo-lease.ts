import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { otherGymsOf } from '#lib/server/directory/other-gyms.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';

/**
 * Serialises changes of a member's picture: uploads and removals of one member follow each other, also those of two gyms, since the
 * platform has one picture for all gyms of a chain. Otherwise an upload at the same time may remain on one side alone.
 * @param work gets the gyms of this desk whose picture of the member it is
 * @throws ActionFailure `conflict` where another change takes too long
 */
export async function withPhotoLease<T>(
  desk: DeskContext,
  { locationId, accountId }: MemberKey,
  work: (gyms: readonly string[]) => Promise<T>,
): Promise<T> {
  const others = await otherGymsOf(desk.db, { locationId, accountId });
  const gyms = [...new Set([locationId, ...others.map(({ id }) => id)])].toSorted();
  // the lease of the same gym, whichever of them asks
  const [first = locationId] = gyms;
  return withMemberLease(desk, { locationId: first, accountId }, () => work(gyms));
}
