'use client';

import { LogOut, MonitorX } from 'lucide-react';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSoundSwitch } from '#components/check-in/use-sound-switch.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuToggle } from '#components/ui/menu.tsx';
import type { StaffView } from '#lib/wire/staff.ts';

const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const;

export interface StaffMenuProps {
  trigger: ReactNode;
  staff: StaffView;
  onChooseLocale(locale: Locale): void;
  onSignOut(): void;
  /** At every browser in which the person is signed in. */
  onSignOutEverywhere(): void;
}

/** What a person sets for themselves. Comes up open: it is on the page from the first press on. */
export function StaffMenu({ trigger, staff, onChooseLocale, onSignOut, onSignOutEverywhere }: StaffMenuProps) {
  const t = useTranslations();
  const locale = useLocale();
  const [isOn, setOn] = useSoundSwitch();
  return (
    <Menu isFirstOpen trigger={trigger}>
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
      <MenuItem onSelect={onSignOutEverywhere}>
        <MonitorX aria-hidden className="size-4" /> {t('header.signOutEverywhere')}
      </MenuItem>
    </Menu>
  );
}
