'use client';

import { usePathname, useRouter } from 'next/navigation';
import { signOut } from 'next-auth/react';
import { useTransition } from 'react';
import { DeskHeader, type DeskPage } from '#components/desk/desk-header.tsx';
import type { ActionResult } from '#lib/actions/result.ts';
import type { StaffView } from '#lib/desk/view.ts';
import type { Locale } from '#lib/i18n/locale.ts';

export interface HeaderProps {
  location: { id: string; name: string };
  locations: readonly { id: string; name: string }[];
  staff: StaffView;
  switchLocation(input: { locationId: string }): Promise<ActionResult<null>>;
  setLocale(input: { locale: Locale }): Promise<ActionResult<null>>;
}

const pages: readonly { page: DeskPage; href: string }[] = [{ page: 'checkIn', href: '/' }];

export function Header({ switchLocation, setLocale, ...props }: HeaderProps) {
  const router = useRouter();
  const pathname = usePathname();
  const [, startTransition] = useTransition();
  const change = (action: () => Promise<unknown>) =>
    startTransition(async () => {
      await action();
      router.refresh();
    });
  return (
    <DeskHeader
      {...props}
      pages={pages}
      currentPage={pages.find(({ href }) => href === pathname)?.page ?? 'checkIn'}
      onChooseLocation={(locationId) => change(() => switchLocation({ locationId }))}
      onChooseLocale={(locale) => change(() => setLocale({ locale }))}
      onSignOut={() => void signOut({ callbackUrl: '/sign-in' })}
    />
  );
}
