import 'server-only';
import { gymPageAt, gymPath, nextAfterSignIn } from '#lib/wire/gym-path.ts';
import { readLastPage } from './open-page.ts';
import { isOfSomebodyElse } from './page-location.ts';

/**
 * Where somebody goes on who opens the desk itself: to the page that was asked for before they signed in, or to the check-in of
 * the gym they were at last. What somebody else left open at this browser is not theirs to land on: of that the gym counts,
 * where it is one of their own.
 * @param next the page that was asked for, as anybody may have written it
 */
export async function findFirstPage(next: string | string[] | undefined): Promise<string> {
  const { actor, staff, locations } = await readLastPage();
  const page = nextAfterSignIn([next].flat()[0]);
  if (page === '/') return gymPath(actor.location.slug, '/');
  if (!(await isOfSomebodyElse(staff.id))) return page;
  const slug = gymPageAt(page.split('?', 1)[0] ?? '')?.slug;
  return gymPath((locations.find((own) => own.slug === slug) ?? actor.location).slug, '/');
}
