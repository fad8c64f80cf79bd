import { queryOptions } from '@tanstack/react-query';
import type { DemoView } from '#lib/wire/demo.ts';
import { readJson } from './desk-queries.ts';

/** What a location of a demo has to try. */
export const demoQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['demo', locationId],
    queryFn: ({ signal }) => readJson<DemoView>('/api/desk/demo', signal),
  });
