import type { Metadata } from 'next';
import { KeepCurrent } from '#app/_components/keep-current.tsx';
import { MoreMessages } from '#app/_components/more-messages.tsx';
import { PageScans } from '#app/_components/page-scans.tsx';
import { StaffShell } from '#app/_components/staff-shell.tsx';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { readMessages } from '#lib/server/i18n/messages.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('account'))('title') });

/** The person's own pages belong to no gym: the header is that of the gym used last. */
export default async function AccountLayout({ children }: LayoutProps<'/account'>) {
  const { desk, actor } = await readLastPage();
  const { location } = actor;
  return (
    <StaffShell params={Promise.resolve({ gym: location.slug })}>
      <PageScans locationId={location.id} readers={location.readerProfiles} />
      <KeepCurrent version={desk.version} />
      <MoreMessages messages={await readMessages('office')}>{children}</MoreMessages>
    </StaffShell>
  );
}
