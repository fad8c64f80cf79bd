import 'server-only';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { withMemberLease } from '#lib/desk/members/member-lease.ts';

/** Runs `work` while nobody else at this location changes any of these members. */
export type WithMemberLeases = <T>(
  desk: DeskContext,
  locationId: string,
  accountIds: readonly string[],
  work: () => Promise<T>,
) => Promise<T>;

/** @throws ActionFailure `conflict` where another change takes too long */
export const withMemberLeases: WithMemberLeases = (desk, locationId, accountIds, work) =>
  // always in the same order, so that two changes that need the same two members never wait for each other
  [...new Set(accountIds)]
    .toSorted()
    .reduceRight<() => ReturnType<typeof work>>(
      (inner, accountId) => () => withMemberLease(desk, { locationId, accountId }, inner),
      work,
    )();
