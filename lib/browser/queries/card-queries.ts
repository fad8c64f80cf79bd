import { cards, passes, products } from '#lib/wire/reads/member.ts';
import { ofPlatform } from './desk-queries.ts';
import { readQuery } from './read-query.ts';

// each read asks the platform: it is made when something changed, and not by the clock
const whenChanged = { refetchInterval: false, retry: 1, meta: ofPlatform } as const;

export const cardsQuery = (locationId: string, accountId: string) => ({
  ...readQuery(cards, locationId, { accountId }),
  ...whenChanged,
});

export const passesQuery = (locationId: string, accountId: string) => ({
  ...readQuery(passes, locationId, { accountId }),
  ...whenChanged,
});

export const productsQuery = (locationId: string, accountId: string) => ({
  ...readQuery(products, locationId, { accountId }),
  ...whenChanged,
});
