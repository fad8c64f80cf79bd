import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { presenceQuery } from '#lib/browser/queries/desk-queries.ts';
import { memberVisitsQuery, notesQuery } from '#lib/browser/queries/member-queries.ts';
import { photoQuery } from '#lib/browser/queries/photo-queries.ts';
import { memberTasksQuery } from '#lib/browser/queries/task-queries.ts';
import type { Actor } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { readNotesView } from '#lib/server/members/notes.ts';
import { listVisits } from '#lib/server/members/visits.ts';
import { findPhotoUrl } from '#lib/server/photos/photos.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { readTasksOf } from '#lib/server/tasks/read-tasks.ts';

/**
 * What the desk itself knows of a member comes with the page, so that nothing moves under a hand when it is there; only
 * what the platform has to be asked for comes later.
 */
export async function fillOwnParts(
  queryClient: QueryClient,
  desk: DeskContext,
  actor: Actor,
  accountId: string,
): Promise<void> {
  const { location } = actor;
  const now = desk.clock();
  const [presence, notes, tasks, visits, photoUrl] = await Promise.all([
    readPresence(desk, location),
    readNotesView(desk, location, accountId),
    readTasksOf(desk.db, actor, accountId, now),
    listVisits(desk.db, location.id, accountId, undefined),
    findPhotoUrl(desk.db, location.id, accountId),
  ]);
  queryClient.setQueryData(presenceQuery(location.id).queryKey, presence);
  queryClient.setQueryData(notesQuery(location.id, accountId).queryKey, notes);
  queryClient.setQueryData(memberTasksQuery(location.id, accountId).queryKey, tasks);
  queryClient.setQueryData(memberVisitsQuery(location.id, accountId).queryKey, { pages: [visits], pageParams: [null] });
  queryClient.setQueryData(photoQuery(location.id, accountId).queryKey, { photoUrl });
}
