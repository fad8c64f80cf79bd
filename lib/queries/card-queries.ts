import { queryOptions } from '@tanstack/react-query';
import type { CardsView, PassesView } from '#lib/wire/cards.ts';
import type { ProductsView } from '#lib/wire/products.ts';
import { readJson } from './desk-queries.ts';

const ofMember = (accountId: string, what: string) => `/api/desk/members/${encodeURIComponent(accountId)}/${what}`;

// each read asks the platform: it is made when something changed, and not by the clock
const whenChanged = { refetchInterval: false, retry: 1 } as const;

export const cardsQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'cards', accountId],
    queryFn: ({ signal }) => readJson<CardsView>(ofMember(accountId, 'cards'), signal),
    ...whenChanged,
  });

export const passesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'passes', accountId],
    queryFn: ({ signal }) => readJson<PassesView>(ofMember(accountId, 'cards/passes'), signal),
    ...whenChanged,
  });

export const productsQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'products', accountId],
    queryFn: ({ signal }) => readJson<ProductsView>(ofMember(accountId, 'products'), signal),
    ...whenChanged,
  });
