'use client';

import { ChevronDown, Menu as MenuIcon, Volume2, VolumeX } from 'lucide-react';
import { useLocale } from 'next-intl';
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { ReaderState } from '#components/check-in/reader-state.tsx';
import { useSoundSwitch } from '#components/check-in/use-sound-switch.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { ComingSign } from '#components/ui/link-sign.tsx';
import { NavLink } from '#components/ui/nav-link.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { DeskPageLink } from '#lib/wire/pages.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';
import type { StaffMenuProps } from './menus.tsx';

type StaffSwitcherProps = Omit<StaffMenuProps, 'trigger'>;

interface DeskHeaderProps extends StaffSwitcherProps {
  location: { slug: string; name: string };
  /** The end key of the location's readers; absent where each browser learns it. */
  endKey: EndKey | undefined;
  /** The locations where the user works. */
  locations: readonly { slug: string; name: string }[];
  onChooseLocation(slug: string): void;
  /** Navigates to a page from the menu, which closes. */
  onGo(href: string): void;
  isPageComing: boolean;
  /** The pages that the user may open. */
  pages: readonly DeskPageLink[];
  currentPage: DeskPageLink['page'] | null;
  isDeskHeard: boolean;
}

export function DeskHeader({ pages, currentPage, staff, endKey, onGo, isPageComing, ...props }: DeskHeaderProps) {
  const t = useTranslations();
  return (
    <header className="flex min-h-15 items-center gap-x-2 border-line border-b bg-surface px-2 py-1.5 sm:px-6 xl:gap-x-4 print:hidden">
      <span className="shrink-0 whitespace-nowrap font-bold max-xl:hidden">{t('app.name')}</span>
      <div className="xl:hidden">
        <PagesMenuButton
          pages={pages}
          currentPage={currentPage}
          onGo={onGo}
          button={{
            look: 'quiet',
            className: 'px-2 font-semibold text-ink',
            children: (
              <>
                <MenuIcon aria-hidden className="size-5 shrink-0" />
                <span className="sr-only">{t('header.navigation')}</span>
                {currentPage && <span className="whitespace-nowrap">{t(`pages.${currentPage}`)}</span>}
                <ComingSign isComing={isPageComing} />
              </>
            ),
          }}
        />
      </div>
      <LocationSwitcher {...props} />
      <nav aria-label={t('header.navigation')} className="ml-2 flex gap-1 max-xl:hidden">
        {pages.map(({ page, href }) => (
          <NavLink
            key={page}
            href={href}
            aria-current={page === currentPage ? 'page' : undefined}
            className={cn(
              'relative flex min-h-11 items-center whitespace-nowrap rounded-md px-2 font-medium 2xl:px-2.5',
              page === currentPage
                ? 'bg-accent-soft text-accent'
                : 'text-ink-soft hover:bg-unknown-soft hover:text-ink',
            )}
          >
            {t(`pages.${page}`)}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <ReaderState isDeskHeard={props.isDeskHeard} endKey={endKey} />
        <SoundSwitch />
        <StaffSwitcher staff={staff} {...props} />
      </div>
    </header>
  );
}

const LocationMenuButton = menuOnDemand(async () => (await import('./menus.tsx')).LocationMenu);
const PagesMenuButton = menuOnDemand(async () => (await import('./menus.tsx')).PagesMenu);
const StaffMenuButton = menuOnDemand(async () => (await import('./menus.tsx')).StaffMenu);

function LocationSwitcher({
  location,
  ...props
}: Pick<DeskHeaderProps, 'location' | 'locations' | 'onChooseLocation'>) {
  if (props.locations.length < 2) return <span className="min-w-0 truncate text-ink-soft">{location.name}</span>;
  const face = (
    <>
      <span className="min-w-0 truncate">{location.name}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0" />
    </>
  );
  const button = { look: 'quiet', className: 'min-w-0 px-2 font-normal', children: face } as const;
  return <LocationMenuButton location={location} {...props} button={button} />;
}

function StaffSwitcher(props: StaffSwitcherProps) {
  const locale = useLocale();
  const face = (
    <>
      <span className="text-sm uppercase max-md:hidden" aria-hidden>
        {locale}
      </span>
      <Avatar initials={props.staff.initials} />
      <span className="sr-only">{props.staff.displayName}</span>
    </>
  );
  return <StaffMenuButton {...props} button={{ look: 'quiet', className: 'px-1.5', children: face }} />;
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

/** A button whose menu is loaded lazily, at the first press. */
function menuOnDemand<Props extends { trigger: ReactNode }>(load: () => Promise<ComponentType<Props>>) {
  const Part = onDemand(load);
  return function MenuButton({ button, ...props }: Omit<Props, 'trigger'> & { button: ComponentProps<typeof Button> }) {
    const [isWanted, setWanted] = useState(false);
    const menuProps = { ...props, trigger: <Button {...button} /> } as unknown as Props; // safe because: only the trigger was missing
    const meanwhile = <Button {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
    return <Part {...menuProps} isWanted={isWanted} meanwhile={meanwhile} />;
  };
}
