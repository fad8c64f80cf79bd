import { queryOptions } from '@tanstack/react-query';
import type { FloorView, MemberTasksView } from '#lib/wire/tasks.ts';
import { readJson } from './desk-queries.ts';

// whether the desk can be reached is seen from what comes of asking it, not from what the browser thinks of the network
const networkMode = 'always' as const;

/** Who is in, with what is to be done with them. */
export const floorQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['floor', locationId],
    queryFn: ({ signal }) => readJson<FloorView>('/api/desk/floor', signal),
    networkMode,
  });

/** What one member has to do and has done. */
export const memberTasksQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['tasks', locationId, accountId],
    queryFn: ({ signal }) => readJson<MemberTasksView>(`/api/desk/tasks?${new URLSearchParams({ accountId })}`, signal),
    networkMode,
  });

/** What a change of tasks shows itself in. */
export const taskKeys = [['tasks'], ['floor'], ['presence']];
