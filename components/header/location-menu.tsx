'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Menu, MenuChoice } from '#components/ui/menu.tsx';

export interface LocationMenuProps {
  trigger: ReactNode;
  location: { id: string };
  locations: readonly { id: string; name: string }[];
  onChooseLocation(locationId: string): void;
}

/** The locations a person works for. Comes up open: it is on the page from the first press on. */
export function LocationMenu({ trigger, location, locations, onChooseLocation }: LocationMenuProps) {
  const t = useTranslations('header');
  return (
    <Menu isFirstOpen align="start" trigger={trigger}>
      <MenuChoice
        label={t('location')}
        value={location.id}
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={onChooseLocation}
      />
    </Menu>
  );
}
