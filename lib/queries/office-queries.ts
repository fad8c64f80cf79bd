import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isLegacyAnswer } from '#lib/wire/answers/legacy-connectivity.ts';
import { isColleagues } from '#lib/wire/answers/staff.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** The staff of a location. */
export const staffQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['staff', locationId],
    queryFn: ({ signal }) => readJson(pathAt(locationId, '/api/desk/staff'), isColleagues, signal),
  });

/** The legacy interface of a location. */
export const legacyQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['legacy', locationId],
    queryFn: async ({ signal }) =>
      (await readJson(pathAt(locationId, '/api/desk/legacy'), isLegacyAnswer, signal)).legacy,
  });
