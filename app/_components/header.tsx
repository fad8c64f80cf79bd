'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { DeskHeader } from '#components/header/desk-header.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { useLateCode } from '#components/ui/late-code.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { givePageUp, leavePage } from '#lib/browser/page/page-leaving.ts';
import { useIsDeskHeard } from '#lib/browser/queries/use-live-updates.ts';
import { useReaders } from '#lib/browser/queries/use-readers.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { gymPageAt, gymPath } from '#lib/wire/gym-path.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { DeskPageLink } from '#lib/wire/pages.ts';
import { endKeyOf } from '#lib/wire/reader/reader-habit.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { Release } from '#lib/wire/release.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import type { Theme } from '#lib/wire/theme.ts';
import { SessionCover } from './session-cover.tsx';
import { useGymSwitch } from './use-gym-switch.ts';
import { useNewPerson } from './use-new-person.ts';
import { useSessionEnd } from './use-session-end.ts';
import { useTypingActivity } from './use-typing-activity.ts';

type NamedGym = Record<'id' | 'slug' | 'name', string>;

interface HeaderProps {
  location: NamedGym;
  /** How the location's readers write, as the page was opened. */
  readers: ReaderProfiles;
  locations: readonly NamedGym[];
  staff: StaffView;
  /** The pages this user may open. */
  pages: readonly DeskPageLink[];
  setLocale(input: { locale: Locale }): Promise<ActionResult<null>>;
  theme: Theme;
  setTheme(input: { theme: Theme }): Promise<ActionResult<null>>;
  release: Release;
  /** See `useTakeOver`. */
  restartsAt: string | null;
  signOutEverywhere(input: { locationId: string; staffId: string }): Promise<ActionResult<null>>;
}

/** The header, and what follows a change or the end of the session: that works even if the header fails to render. */
export function Header({ restartsAt, ...props }: HeaderProps) {
  const t = useTranslations('app');
  const isCovered = useSessionEnd();
  useNewPerson(props.staff, restartsAt);
  useTypingActivity(props.location.id, !isCovered);
  return (
    <>
      <SectionBoundary title={t('name')}>
        <HeaderBar {...props} />
      </SectionBoundary>
      <SessionCover isCovered={isCovered} locationId={props.location.id} staff={props.staff} restartsAt={restartsAt} />
    </>
  );
}

function HeaderBar({
  pages,
  readers,
  setLocale,
  setTheme,
  signOutEverywhere,
  ...props
}: Omit<HeaderProps, 'restartsAt'>) {
  const router = useRouter();
  const toGym = useGymPath();
  const shown = gymPageAt(usePathname());
  const page = shown?.page ?? '/';
  const isDeskHeard = useIsDeskHeard();
  const switchGym = useGymSwitch();
  const [isPageComing, startToGo] = useTransition();
  const loadRequests = useLateCode(importRequests);
  return (
    <DeskHeader
      {...props}
      endKey={endKeyOf(useReaders(props.location.id, readers))}
      isDeskHeard={isDeskHeard}
      pages={pages.map(({ page: name, href }) => ({ page: name, href: toGym(href) }))}
      currentPage={shown && pageAt(shown.page, pages)}
      onGo={(href) => startToGo(() => router.push(href))}
      isPageComing={isPageComing}
      onChooseLocation={(slug) => leavePage(() => switchGym(gymPath(slug, page)))}
      onChooseLocale={(locale) => setLocale({ locale })}
      onChooseTheme={async (theme) => {
        // applied at once; later pages are rendered with it
        document.documentElement.dataset.theme = theme;
        return setTheme({ theme });
      }}
      onChosen={() => router.refresh()}
      onAccount={() => startToGo(() => router.push('/account'))}
      onSignOut={async () => (await loadRequests()).postSignOut()}
      onSignOutEverywhere={() => signOutEverywhere({ locationId: props.location.id, staffId: props.staff.id })}
      onSignedOut={leave}
    />
  );
}

const importRequests = () => import('#lib/browser/queries/session-requests.ts');

/** A page below another belongs to it: a profile belongs to "Members". */
const pageAt = (shown: string, pages: readonly DeskPageLink[]) =>
  pages.find(({ href }) => shown === href || (href !== '/' && shown.startsWith(`${href}/`)))?.page ?? null;

/** A full page load, so that no data of this user stays in memory. */
const leave = () => {
  givePageUp();
  window.location.assign('/sign-in');
};
