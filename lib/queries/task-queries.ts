import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isFloor, isMemberTasks } from '#lib/wire/answers/tasks.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** Who is in, with what is to be done with them. */
export const floorQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['floor', locationId],
    queryFn: ({ signal }) => readJson(pathAt(locationId, '/api/desk/floor'), isFloor, signal),
  });

/** What one member has to do and has done. */
export const memberTasksQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['tasks', locationId, accountId],
    queryFn: ({ signal }) => readJson(pathAt(locationId, '/api/desk/tasks', { accountId }), isMemberTasks, signal),
  });

/** What a change of tasks at a location shows itself in. */
export const taskKeysOf = (locationId: string) => ['tasks', 'floor', 'presence'].map((list) => [list, locationId]);
