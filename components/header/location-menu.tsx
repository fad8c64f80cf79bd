'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { Menu, MenuChoice } from '#components/ui/menu.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';

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
