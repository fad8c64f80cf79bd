'use client';

import { ChevronDown, LogOut, Volume2, VolumeX } from 'lucide-react';
import Link from 'next/link';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuToggle } from '#components/ui/menu.tsx';
import { cn } from '#lib/class-names.ts';
import type { DeskPageLink } from '#lib/desk/pages.ts';
import type { StaffView } from '#lib/desk/view.ts';
import { ReaderState } from './reader-state.tsx';
import { useSoundSwitch } from './use-sound-switch.ts';

export interface DeskHeaderProps {
  location: { id: string; name: string };
  /** The locations this person works for. */
  locations: readonly { id: string; name: string }[];
  onChooseLocation(locationId: string): void;
  /** The pages there are, for this person. */
  pages: readonly DeskPageLink[];
  currentPage: DeskPageLink['page'] | null;
  staff: StaffView;
  onChooseLocale(locale: Locale): void;
  onSignOut(): void;
}

export function DeskHeader({ pages, currentPage, staff, ...props }: DeskHeaderProps) {
  const t = useTranslations();
  return (
    <header className="flex min-h-15 flex-wrap items-center gap-x-4 border-line border-b bg-surface px-4 py-1.5 sm:px-6">
      <span className="font-bold">{t('app.name')}</span>
      <LocationSwitcher {...props} />
      <nav
        aria-label={t('header.navigation')}
        className="flex flex-wrap gap-1 max-lg:order-last max-lg:basis-full lg:ml-2"
      >
        {pages.map(({ page, href }) => (
          <Link
            key={page}
            href={href}
            aria-current={page === currentPage ? 'page' : undefined}
            className={cn(
              'flex min-h-11 items-center rounded-md px-3 font-medium',
              page === currentPage
                ? 'bg-accent-soft text-accent'
                : 'text-ink-soft hover:bg-unknown-soft hover:text-ink',
            )}
          >
            {t(`pages.${page}`)}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2">
        <ReaderState />
        <SoundSwitch />
        <StaffMenu staff={staff} {...props} />
      </div>
    </header>
  );
}

function LocationSwitcher({
  location,
  locations,
  onChooseLocation,
}: Pick<DeskHeaderProps, 'location' | 'locations' | 'onChooseLocation'>) {
  const t = useTranslations('header');
  if (locations.length < 2) return <span className="min-w-0 break-words text-ink-soft">{location.name}</span>;
  return (
    <Menu
      align="start"
      trigger={
        <Button look="quiet" className="min-w-0 px-2 font-normal">
          <span className="min-w-0 break-words">{location.name}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0" />
        </Button>
      }
    >
      <MenuChoice
        label={t('location')}
        value={location.id}
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={onChooseLocation}
      />
    </Menu>
  );
}

function SoundSwitch() {
  const t = useTranslations('header');
  const [isOn, setOn] = useSoundSwitch();
  const Icon = isOn ? Volume2 : VolumeX;
  const label = t(isOn ? 'soundOn' : 'soundOff');
  return (
    <Button
      look="quiet"
      shape="icon"
      aria-label={label}
      title={label}
      className="max-md:hidden"
      onClick={() => setOn(!isOn)}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  );
}

const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const;

function StaffMenu({
  staff,
  onChooseLocale,
  onSignOut,
}: Pick<DeskHeaderProps, 'staff' | 'onChooseLocale' | 'onSignOut'>) {
  const t = useTranslations();
  const locale = useLocale();
  const [isOn, setOn] = useSoundSwitch();
  return (
    <Menu
      trigger={
        <Button look="quiet" className="px-1.5">
          <span className="text-sm uppercase max-md:hidden" aria-hidden>
            {locale}
          </span>
          <Avatar initials={staff.initials} />
          <span className="sr-only">{staff.displayName}</span>
        </Button>
      }
    >
      <p className="px-3 py-2">
        <span className="block font-semibold">{staff.displayName}</span>
        <span className="block text-ink-soft text-sm">{t(`roles.${staff.role}`)}</span>
      </p>
      <MenuSeparator />
      <MenuChoice label={t('header.language')} value={locale} options={languages} onChoose={onChooseLocale} />
      <MenuSeparator />
      <MenuToggle className="md:hidden" checked={isOn} onCheckedChange={setOn}>
        {t('header.soundOn')}
      </MenuToggle>
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden className="size-4" /> {t('header.signOut')}
      </MenuItem>
    </Menu>
  );
}
