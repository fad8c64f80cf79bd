import { redirect } from 'next/navigation';
import { findFirstPage } from '#lib/server/auth/first-page.ts';

/** The address of the desk itself shows nothing: it leads on to a page of a gym. */
export default async function FirstPage({ searchParams }: PageProps<'/'>) {
  redirect(await findFirstPage((await searchParams).next));
}
