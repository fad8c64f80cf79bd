import { floor, memberTasks } from '#lib/wire/reads/tasks.ts';
import { readQuery } from './read-query.ts';

export const floorQuery = (locationId: string) => readQuery(floor, locationId, {});

export const memberTasksQuery = (locationId: string, accountId: string) =>
  readQuery(memberTasks, locationId, { accountId });

/** The query keys that a change of a task at a location invalidates. */
export const taskKeysOf = (locationId: string) => ['tasks', 'floor', 'presence'].map((list) => [list, locationId]);
