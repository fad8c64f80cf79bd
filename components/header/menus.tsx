'use client';

import { Check, CircleUser, Keyboard, LogOut, MonitorX } from 'lucide-react';
import Link from 'next/link';
import { type Locale, useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { useSoundSwitch } from '#components/check-in/use-sound-switch.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuToggle } from '#components/ui/menu.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { askForHelp } from '#lib/browser/page/help-wanted.ts';
import { askToLeave } from '#lib/browser/page/page-leaving.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { DeskPageLink } from '#lib/wire/pages.ts';
import type { Release } from '#lib/wire/release.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import { type Theme, themes } from '#lib/wire/theme.ts';

const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const;

export interface StaffMenuProps {
  trigger: ReactNode;
  staff: StaffView;
  onChooseLocale(locale: Locale): Promise<ActionResult<null>>;
  theme: Theme;
  onChooseTheme(theme: Theme): Promise<ActionResult<null>>;
  release: Release;
  /** Called when another language or theme has been applied. */
  onChosen(): void;
  /** Opens the person's own account. */
  onAccount(): void;
  onSignOut(): Promise<ActionResult<null>>;
  /** Signs out all sessions of the user, in every browser. */
  onSignOutEverywhere(): Promise<ActionResult<null>>;
  onSignedOut(): void;
}

/** The user's own settings. Mounted open: it is loaded by the first press. */
export function StaffMenu({ trigger, staff, onChooseLocale, onChosen, theme, ...props }: StaffMenuProps) {
  const t = useTranslations();
  const locale = useLocale();
  const [isOn, setOn] = useSoundSwitch();
  const choice = useAction(onChooseLocale, { onDone: onChosen, tellsByNote: true });
  const look = useAction(props.onChooseTheme, { onDone: onChosen, tellsByNote: true });
  const leaving = useAction(props.onSignOut, { onDone: props.onSignedOut, tellsByNote: true });
  const everywhere = useAction(props.onSignOutEverywhere, { onDone: () => leaving.run(), tellsByNote: true });
  return (
    <Menu isFirstOpen trigger={trigger}>
      <p className="px-3 py-2">
        <span className="block font-semibold">{staff.displayName}</span>
        <span className="block text-ink-soft text-sm">{t(`roles.${staff.role}`)}</span>
      </p>
      <MenuSeparator />
      <MenuChoice
        label={t('header.language')}
        value={locale}
        options={languages}
        onChoose={(chosen) => void choice.run(chosen)}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('menu.theme')}
        value={look.pendingInput ?? theme}
        options={themes.map((value) => ({ value, label: t(`menu.themes.${value}`) }))}
        onChoose={(chosen) => void look.run(chosen)}
      />
      <MenuSeparator />
      <MenuItem onSelect={askForHelp}>
        <Keyboard aria-hidden className="size-4" /> {t('menu.help')}
      </MenuItem>
      <MenuToggle className="md:hidden" checked={isOn} onCheckedChange={setOn}>
        {t('header.soundOn')}
      </MenuToggle>
      <MenuItem onSelect={() => askToLeave(props.onAccount)}>
        <CircleUser aria-hidden className="size-4" /> {t('header.account')}
      </MenuItem>
      <MenuItem onSelect={() => askToLeave(() => void leaving.run())}>
        <LogOut aria-hidden className="size-4" /> {t('header.signOut')}
      </MenuItem>
      <MenuItem onSelect={() => askToLeave(() => void everywhere.run())}>
        <MonitorX aria-hidden className="size-4" /> {t('header.signOutEverywhere')}
      </MenuItem>
      <p className="px-3 pt-2 pb-1 text-ink-soft text-xs">{t('menu.version', { number: props.release.number })}</p>
    </Menu>
  );
}

export interface LocationMenuProps {
  trigger: ReactNode;
  location: { slug: string };
  locations: readonly { slug: string; name: string }[];
  onChooseLocation(slug: string): void;
}

/** The locations where the user works. Mounted open: it is loaded by the first press. */
export function LocationMenu({ trigger, location, locations, onChooseLocation }: LocationMenuProps) {
  const t = useTranslations('header');
  return (
    <Menu isFirstOpen align="start" trigger={trigger}>
      <MenuChoice
        label={t('location')}
        value={location.slug}
        options={locations.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChoose={onChooseLocation}
      />
    </Menu>
  );
}

export interface PagesMenuProps {
  trigger: ReactNode;
  pages: readonly DeskPageLink[];
  currentPage: DeskPageLink['page'] | null;
  onGo(href: string): void;
}

/** The pages, on narrow screens. Mounted open: it is loaded by the first press. */
export function PagesMenu({ trigger, pages, currentPage, onGo }: PagesMenuProps) {
  const t = useTranslations('pages');
  return (
    <Menu isFirstOpen align="start" trigger={trigger}>
      {pages.map(({ page, href }) => (
        <MenuItem key={page} asChild>
          <Link
            href={href}
            aria-current={page === currentPage ? 'page' : undefined}
            // the press unmounts the menu, and with it the link and its pending state: the parent navigates
            onNavigate={(event) => {
              event.preventDefault();
              onGo(href);
            }}
          >
            <span className="size-4">{page === currentPage && <Check aria-hidden className="size-4" />}</span>
            {t(page)}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
