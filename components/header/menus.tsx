'use client';

import { LogOut, MonitorX } from 'lucide-react';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSoundSwitch } from '#components/check-in/use-sound-switch.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuToggle } from '#components/ui/menu.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { StaffView } from '#lib/wire/staff.ts';

const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const;

export interface StaffMenuProps {
  trigger: ReactNode;
  staff: StaffView;
  onChooseLocale(locale: Locale): Promise<ActionResult<null>>;
  onChosen(): void;
  onSignOut(): Promise<ActionResult<null>>;
  /** At every browser in which the person is signed in. */
  onSignOutEverywhere(): Promise<ActionResult<null>>;
  onSignedOut(): void;
}

/** What a person sets for themselves. Comes up open: it is on the page from the first press on. */
export function StaffMenu({ trigger, staff, onChooseLocale, onChosen, ...props }: StaffMenuProps) {
  const t = useTranslations();
  const locale = useLocale();
  const [isOn, setOn] = useSoundSwitch();
  const choice = useAction(onChooseLocale, { onDone: onChosen, tellsByNote: true });
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
      <MenuToggle className="md:hidden" checked={isOn} onCheckedChange={setOn}>
        {t('header.soundOn')}
      </MenuToggle>
      <MenuItem onSelect={() => void leaving.run()}>
        <LogOut aria-hidden className="size-4" /> {t('header.signOut')}
      </MenuItem>
      <MenuItem onSelect={() => void everywhere.run()}>
        <MonitorX aria-hidden className="size-4" /> {t('header.signOutEverywhere')}
      </MenuItem>
    </Menu>
  );
}

export interface LocationMenuProps {
  trigger: ReactNode;
  location: { id: string };
  locations: readonly { id: string; name: string }[];
  onChooseLocation(locationId: string): Promise<ActionResult<null>>;
  onChosen(): void;
}

/** The locations a person works for. Comes up open: it is on the page from the first press on. */
export function LocationMenu({ trigger, location, locations, onChooseLocation, onChosen }: LocationMenuProps) {
  const t = useTranslations('header');
  const choice = useAction(onChooseLocation, { onDone: onChosen, tellsByNote: true });
  return (
    <Menu isFirstOpen align="start" trigger={trigger}>
      <MenuChoice
        label={t('location')}
        value={location.id}
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(locationId) => void choice.run(locationId)}
      />
    </Menu>
  );
}
