import type { ReactNode } from 'react';
import { setLocale, setTheme, signOutEverywhere } from '#app/actions.ts';
import { PlainHttpNotice } from '#components/ui/plain-http-notice.tsx';
import { Toaster } from '#components/ui/toaster.tsx';
import { GymAddress } from '#lib/browser/page/gym-address.tsx';
import { readPage } from '#lib/server/auth/open-page.ts';
import { keptTheme } from '#lib/server/base/kept-theme.ts';
import { locationView } from '#lib/server/base/locations.ts';
import { releaseOf } from '#lib/server/base/release.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { distinctNames } from '#lib/server/locations/distinct-names.ts';
import { settingsTagOf } from '#lib/server/locations/settings-tag.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import type { GymParams } from '#lib/wire/gym-path.ts';
import { pagesOf } from '#lib/wire/pages.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { EarlyKeysScript } from './early-keys-script.tsx';
import { FollowSettings } from './follow-settings.tsx';
import { Header } from './header.tsx';
import { LastLocation } from './last-location.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { PageKeys } from './page-keys.tsx';
import { Reauthentication } from './reauthentication.tsx';
import { RestoredPage } from './restored-page.tsx';
import { ShellKeeper } from './shell-keeper.tsx';

interface StaffShellProps {
  params: GymParams;
  /** The page of the gym that opens where another user signs in on a covered page; null where that page stays. */
  restartsAt?: string | null;
  children: ReactNode;
}

/** The frame around every page of a gym. Each page checks permissions itself. */
export async function StaffShell({ params, restartsAt = '/', children }: StaffShellProps) {
  const context = await readPage(params);
  const t = await getTranslations();
  const release = releaseOf(context.desk.version);
  const named = ({ id, slug, name }: Location) => ({ id, slug, name });
  const { location } = context.actor;
  const gyms = distinctNames(context.locations.map(named));
  return (
    <GymAddress slug={context.actor.location.slug}>
      <LastLocation locationId={context.actor.location.id} staffId={context.staff.id} />
      <EarlyKeysScript />
      <RestoredPage />
      <Header
        location={gyms.find(({ id }) => id === location.id) ?? named(location)}
        readers={location.readerProfiles}
        locations={gyms}
        staff={staffView(context.staff)}
        pages={pagesOf(context.staff.role, { mayReadReports: context.actor.mayReadReports ?? false })}
        setLocale={setLocale}
        theme={await keptTheme()}
        setTheme={setTheme}
        release={release}
        restartsAt={restartsAt}
        signOutEverywhere={signOutEverywhere}
      />
      <ShellKeeper
        version={context.desk.version}
        location={locationView(context.actor.location)}
        staff={staffView(context.staff)}
        hearsScans={isAllowed(context.staff.role, 'recordVisits')}
        text={t('common.noShell')}
      />
      <FollowSettings locationId={location.id} rendered={settingsTagOf(context.desk, location)} />
      <LeaveQuestion />
      <Reauthentication />
      <PageKeys hasCounter={isAllowed(context.staff.role, 'recordVisits')} release={release} />
      <PlainHttpNotice text={t('common.plainHttp')} />
      {children}
      <Toaster closeLabel={t('common.close')} />
    </GymAddress>
  );
}
