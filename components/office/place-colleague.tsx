'use client';

import { z } from 'zod';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type Colleague, type PlaceInput, type StaffLocation, staffRoles } from '#lib/wire/staff.ts';
import { GymsField } from './gyms-field.tsx';
import { RoleField } from './role-field.tsx';

interface PlaceColleagueProps {
  colleague: Pick<Colleague, 'name' | 'role' | 'locationIds' | 'isFullyManaged'>;
  /** The gyms of the manager. */
  gyms: readonly StaffLocation[];
  onPlace(change: Omit<PlaceInput, 'staffId'>): Promise<ActionResult<null>>;
  onPlaced(): Promise<unknown>;
  onClose(): void;
}

/** Changes the role of a colleague, and in which gyms they work. */
export function PlaceColleague({ colleague, gyms, onPlace, onPlaced, onClose }: PlaceColleagueProps) {
  const { name, role, locationIds, isFullyManaged } = colleague;
  const t = useTranslations('office.staff');
  const place = useAction(onPlace, { onDone: () => onPlaced() });
  const inUse = gyms.flatMap(({ id, isRetired }) => (isRetired ? [] : [id]));
  const form = useForm(isFullyManaged ? placedIn(inUse, locationIds) : placed, {
    initial: { role, locationIds },
    action: place,
    mistakeOf: () => t('gymsMissing'),
  });
  const submit = form.submit((next) =>
    place.run({
      role: next.role === role ? undefined : next.role,
      add: next.locationIds.filter((id) => !locationIds.includes(id)),
      remove: locationIds.filter((id) => !next.locationIds.includes(id)),
    }),
  );
  return (
    <FormDialog
      title={t('placeTitle', { name })}
      description={t('placeText', { name })}
      submit={t('save')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {isFullyManaged ? (
        <RoleField value={form.values.role} onChange={(next) => form.change({ role: next })} />
      ) : (
        <p className="text-ink-soft">{t('roleElsewhere')}</p>
      )}
      <GymsField
        gyms={gyms.filter(({ id, isRetired }) => !isRetired || locationIds.includes(id))}
        chosen={form.values.locationIds}
        error={form.mistakes.locationIds}
        onChange={(next) => form.change({ locationIds: next })}
      />
    </FormDialog>
  );
}

const placed = z.object({ role: z.enum(staffRoles), locationIds: z.array(z.string()) });
/** Who works only in the manager's gyms, and is taken from one, has to work in one of them that is in use. */
const placedIn = (inUse: readonly string[], before: readonly string[]) =>
  placed.extend({
    locationIds: placed.shape.locationIds.refine(
      (ids) => ids.some((id) => inUse.includes(id)) || before.every((id) => ids.includes(id)),
    ),
  });
