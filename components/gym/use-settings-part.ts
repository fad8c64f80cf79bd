import { useState } from 'react';
import type { z } from 'zod';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useStoredValues } from '#components/hooks/use-stored-values.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LocationSettings } from '#lib/wire/locations.ts';
import {
  flattenSettings,
  foldSettings,
  type LocationSettingsOutcome,
  mergeSettings,
} from '#lib/wire/merge-settings.ts';

interface SettingsChange {
  /** The settings before the change: another user may have changed others since. */
  base: Partial<LocationSettings>;
  settings: Partial<LocationSettings>;
}

export interface SettingsPartProps {
  /** All settings of the location; a part shows and saves its own. */
  settings: LocationSettings;
  staff: BegunByProps['staff'];
  onSave(change: SettingsChange): Promise<ActionResult<LocationSettingsOutcome>>;
}

/** A change that needs confirmation. */
interface Asked {
  send(): Promise<ActionResult<LocationSettingsOutcome>>;
  meet(outcome: LocationSettingsOutcome): void;
}

/** The state of a form with some of a location's settings, which are saved together. */
export function useSettingsPart<Name extends keyof LocationSettings, Written extends object>(
  schema: z.ZodType<Pick<LocationSettings, Name>, Written>,
  {
    settings,
    onSave,
    needsAsking = () => false,
  }: SettingsPartProps & {
    needsAsking?(before: Pick<LocationSettings, Name>, after: Pick<LocationSettings, Name>): boolean;
  },
) {
  type Part = Pick<LocationSettings, Name>;
  const t = useTranslations('gym');
  const partOf = (all: Part): Part => schema.parse(schema.encode(all));
  const [base, setBase] = useState(() => partOf(settings));
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const save = useAction(onSave);
  const form = useForm(schema, { initial: schema.encode(base), action: save, mistakeOf: (rule) => rule });
  const beginWith = (stored: Part) => {
    setBase(stored);
    form.beginAnew(schema.encode(stored));
  };
  useStoredValues(
    { isUnsaved: form.isUnsaved, beginAnew: beginWith },
    { values: partOf(settings), version: '', returned: base },
  );
  useUnsaved(form.isUnsaved);
  const meet = (wanted: Part, outcome: LocationSettingsOutcome) => {
    setAsked(null);
    if (outcome.kind === 'nameTaken') return form.refuse({ name: 'nameTaken' });
    if (outcome.kind === 'timeZoneUnknown') return form.refuse({ timeZone: 'timeZoneUnknown' });
    const now = partOf(outcome.now);
    if (outcome.kind === 'saved') {
      // as it is stored: a time zone may have been entered by another name
      beginWith(now);
      setConflicts([]);
      toast.success(t('saved'));
      return;
    }
    const { merged } = mergeSettings(flattenSettings(base), flattenSettings(wanted), flattenSettings(now));
    // safe because: folding restores the part that was flattened
    const next = foldSettings(merged) as Part;
    setBase(now);
    form.beginAnew(schema.encode(now), schema.encode(next));
    setConflicts(outcome.conflicts);
  };
  const submit = form.submit(async (wanted) => {
    const change: SettingsChange = { base, settings: wanted };
    if (needsAsking(base, wanted)) {
      setAsked({ send: () => onSave(change), meet: (outcome) => meet(wanted, outcome) });
      return null;
    }
    const result = await save.run(change);
    if (result?.ok) meet(wanted, result.value);
    return result;
  });
  return { form, submit, base, conflicts, asked, cancel: () => setAsked(null) };
}
