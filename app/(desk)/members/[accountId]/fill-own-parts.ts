import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { readNotesView } from '#lib/desk/members/notes.ts';
import { listVisits } from '#lib/desk/members/visits.ts';
import { findPhotoUrl } from '#lib/desk/photos/photos.ts';
import { readPresence } from '#lib/desk/presence/list.ts';
import { readTasksOf } from '#lib/desk/tasks/read-tasks.ts';
import { presenceQuery } from '#lib/queries/desk-queries.ts';
import { memberVisitsQuery, notesQuery } from '#lib/queries/member-queries.ts';
import { photoQuery } from '#lib/queries/photo-queries.ts';
import { memberTasksQuery } from '#lib/queries/task-queries.ts';

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
