import { queryOptions } from '@tanstack/react-query';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { legacy, staff } from '#lib/wire/reads/office.ts';
import { keyOf, readQuery } from './read-query.ts';

export const staffQuery = (locationId: string) => readQuery(staff, locationId, {});

export const legacyQuery = (locationId: string) =>
  queryOptions({
    queryKey: keyOf(legacy, locationId, {}),
    queryFn: async ({ signal }) => (await askRead(legacy, locationId, {}, signal)).legacy,
  });
