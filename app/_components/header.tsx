'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { DeskHeader } from '#components/header/desk-header.tsx';
import type { Locale } from '#lib/i18n/locale.ts';
import { postSignOut } from '#lib/queries/session-requests.ts';
import { useIsDeskHeard } from '#lib/queries/use-live-updates.ts';
import type { EndKey } from '#lib/scan/reader-habit.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { DeskPageLink } from '#lib/wire/pages.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import { useNewPerson } from './use-new-person.ts';
import { useSessionEnd } from './use-session-end.ts';

export interface HeaderProps {
  location: { id: string; name: string };
  /** What readers of the location end with; left out where each browser learns it. */
  endKey: EndKey | undefined;
  locations: readonly { id: string; name: string }[];
  staff: StaffView;
  /** The pages this person may open. */
  pages: readonly DeskPageLink[];
  switchLocation(input: { locationId: string }): Promise<ActionResult<null>>;
  setLocale(input: { locale: Locale }): Promise<ActionResult<null>>;
  signOutEverywhere(input: { staffId: string }): Promise<ActionResult<null>>;
}

export function Header({ switchLocation, setLocale, signOutEverywhere, ...props }: HeaderProps) {
  const router = useRouter();
  const pathname = usePathname();
  const [, startTransition] = useTransition();
  const isDeskHeard = useIsDeskHeard();
  useNewPerson(props.staff);
  useSessionEnd();
  const change = (action: () => Promise<unknown>) =>
    startTransition(async () => {
      await action();
      router.refresh();
    });
  return (
    <DeskHeader
      {...props}
      isDeskHeard={isDeskHeard}
      currentPage={pageAt(pathname, props.pages)}
      onChooseLocation={(locationId) => change(() => switchLocation({ locationId }))}
      onChooseLocale={(locale) => change(() => setLocale({ locale }))}
      onSignOut={() => void signOut()}
      onSignOutEverywhere={() => void signOutEverywhere({ staffId: props.staff.id }).then(signOut)}
    />
  );
}

/** A page below another belongs to it: a profile is of "Members". */
const pageAt = (pathname: string, pages: readonly DeskPageLink[]) =>
  pages.find(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))?.page ?? null;

/** A whole new page, so that nothing of this person is left in memory. */
async function signOut(): Promise<void> {
  await postSignOut();
  window.location.assign('/sign-in');
}
