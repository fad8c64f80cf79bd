import { redirect } from 'next/navigation';
import { findFirstPage } from '#lib/server/auth/first-page.ts';

/** The root address shows nothing: it redirects to a page of a gym. */
export default async function FirstPage({ searchParams }: PageProps<'/'>) {
  redirect(await findFirstPage((await searchParams).next));
}
