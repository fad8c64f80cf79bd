import { queryOptions } from '@tanstack/react-query';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import { cards, memberVisits, notes, passes, photoPlace, products, profile, roles } from '#lib/wire/reads/member.ts';
import { mayRetry } from './may-retry.ts';
import { ofPlatform, readPages, readQuery, whenChanged } from './read-query.ts';

/** Polling interval while the platform is unreachable. */
const askAgainEveryMs = 15_000;

/** A member at a location. Each read sends a request to the platform, so there is no polling while it responds. */
export const profileQuery = (locationId: string, accountId: string) =>
  queryOptions({
    ...readQuery(profile, locationId, { accountId }),
    refetchInterval: ({ state }) => (isOfOutage(state.data) ? askAgainEveryMs : false),
    meta: ofPlatform,
  });

function isOfOutage(answer: ProfileAnswer | undefined): boolean {
  switch (answer?.kind) {
    case 'remembered':
    case 'unavailable':
      return true;
    case 'current':
    case 'gone':
    case undefined:
      return false;
  }
}

export const cardsQuery = (locationId: string, accountId: string) => ({
  ...readQuery(cards, locationId, { accountId }),
  ...whenChanged,
  retry: mayRetry(1),
});

export const passesQuery = (locationId: string, accountId: string) => ({
  ...readQuery(passes, locationId, { accountId }),
  ...whenChanged,
  retry: mayRetry(1),
});

export const productsQuery = (locationId: string, accountId: string) => ({
  ...readQuery(products, locationId, { accountId }),
  ...whenChanged,
  retry: mayRetry(1),
});

/** Null where the platform does not know the member. Sends a request to it, as {@link profileQuery} does. */
export const rolesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    ...readQuery(roles, locationId, { accountId }),
    select: (answer) => answer.roles,
    ...whenChanged,
    retry: false,
  });

export const notesQuery = (locationId: string, accountId: string) => readQuery(notes, locationId, { accountId });

export const memberVisitsQuery = (locationId: string, accountId: string) =>
  readPages(memberVisits, locationId, { accountId });

/** The image itself is stored nowhere in the browser. */
export const photoQuery = (locationId: string, accountId: string) => readQuery(photoPlace, locationId, { accountId });
