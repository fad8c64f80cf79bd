import { floor, memberTasks } from '#lib/wire/reads/tasks.ts';
import { readQuery } from './read-query.ts';

export const floorQuery = (locationId: string) => readQuery(floor, locationId, {});

export const memberTasksQuery = (locationId: string, accountId: string) =>
  readQuery(memberTasks, locationId, { accountId });

/** What a change of tasks at a location shows itself in. */
export const taskKeysOf = (locationId: string) => ['tasks', 'floor', 'presence'].map((list) => [list, locationId]);
