import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isCards, isPasses } from '#lib/wire/answers/cards.ts';
import { isProducts } from '#lib/wire/answers/products.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { ofPlatform } from './desk-queries.ts';

const ofMember = (locationId: string, accountId: string, what: string) =>
  pathAt(locationId, `/api/desk/members/${encodeURIComponent(accountId)}/${what}`);

// each read asks the platform: it is made when something changed, and not by the clock
const whenChanged = { refetchInterval: false, retry: 1, meta: ofPlatform } as const;

export const cardsQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'cards', accountId],
    queryFn: ({ signal }) => readJson(ofMember(locationId, accountId, 'cards'), isCards, signal),
    ...whenChanged,
  });

export const passesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'passes', accountId],
    queryFn: ({ signal }) => readJson(ofMember(locationId, accountId, 'cards/passes'), isPasses, signal),
    ...whenChanged,
  });

export const productsQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'products', accountId],
    queryFn: ({ signal }) => readJson(ofMember(locationId, accountId, 'products'), isProducts, signal),
    ...whenChanged,
  });
