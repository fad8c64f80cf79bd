import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { firstReport } from '#lib/wire/pages.ts';

export default async function ReportsPage({ params }: PageProps<'/g/[gym]/reports'>) {
  const { actor } = await openPage('readReports', params);
  redirect(gymPath(actor.location.slug, firstReport));
}
