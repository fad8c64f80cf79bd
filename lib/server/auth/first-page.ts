import 'server-only';
import { gymPageAt, gymPath, nextAfterSignIn } from '#lib/wire/gym-path.ts';
import { isOfSomebodyElse } from './last-location.ts';
import { leadToPasskey } from './lead-to-passkey.ts';
import { readPageOrLast } from './open-page.ts';

/**
 * The page to redirect to from `/`: the page that was requested before the sign-in, else the check-in of the gym used last. A
 * page that another person left open in this browser is replaced by the check-in of its gym, if the person works there.
 * @param next the requested page, from the address: not trusted
 */
export async function findFirstPage(next: string | string[] | undefined): Promise<string> {
  const page = nextAfterSignIn([next].flat()[0]);
  const slug = gymPageAt(page.split('?', 1)[0] ?? '')?.slug;
  // only the requested gym decides: another gym may have been taken from the person, or have ended the session as idle
  const context = await readPageOrLast(slug);
  const { actor, staff } = context;
  const isRequested = slug !== undefined && !(await isOfSomebodyElse(staff.id));
  const first = isRequested ? page : gymPath(actor.location.slug, '/');
  await leadToPasskey(context, first);
  return first;
}
