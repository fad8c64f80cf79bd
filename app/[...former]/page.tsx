import { notFound, redirect } from 'next/navigation';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { gymPath } from '#lib/wire/gym-path.ts';

/** First path segments of a gym's pages, with which a URL began before each page had its gym in the path, and as people type it. */
const formerPages: ReadonlySet<string> = new Set([
  'members',
  'visits',
  'corporate-fitness',
  'floor',
  'reports',
  'office',
]);

/** Redirects a bookmark without a gym to the same page of the gym used last. */
export default async function FormerAddress({ params, searchParams }: PageProps<'/[...former]'>) {
  const { former } = await params;
  if (!formerPages.has(former[0] ?? '')) notFound();
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one])),
  );
  const { actor } = await readLastPage();
  redirect(gymPath(actor.location.slug, `/${former.join('/')}${query.size === 0 ? '' : `?${query}`}`));
}
