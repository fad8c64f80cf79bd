import { redirect } from 'next/navigation';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { gymPath } from '#lib/wire/gym-path.ts';

/** The address of the desk itself leads to the gym that was used last. */
export default async function FirstPage() {
  const { actor } = await readLastPage();
  redirect(gymPath(actor.location.slug, '/'));
}
