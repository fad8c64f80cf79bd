import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isDemo } from '#lib/wire/answers/demo.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** What a location of a demo has to try. */
export const demoQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['demo', locationId],
    queryFn: ({ signal }) => readJson(pathAt(locationId, '/api/desk/demo'), isDemo, signal),
  });
