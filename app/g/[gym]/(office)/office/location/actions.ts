'use server';

import { z } from 'zod';
import { runAction } from '#lib/server/actions/run-action.ts';
import { replaceApiKey, typedSecret } from '#lib/server/locations/api-key.ts';
import { changeSettings } from '#lib/server/locations/change-settings.ts';
import { type LegacyInput, legacyInput, removeLegacy, saveLegacy } from '#lib/server/locations/save-legacy.ts';
import { changeRetention } from '#lib/server/retention/change-retention.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LegacyOutcome } from '#lib/wire/legacy-connectivity.ts';
import { type ApiKeyOutcome, type LocationSettings, locationSettings } from '#lib/wire/locations.ts';
import type { SettingName, SettingsOutcome } from '#lib/wire/merge-settings.ts';
import { type Retention, type RetentionName, retention } from '#lib/wire/retention.ts';

/** The location that the form is about; another tab may have switched since. */
const place = z.object({ locationId: z.uuid() });
const settingsInput = place.extend({ base: locationSettings, settings: locationSettings });
const retentionInput = place.extend({ base: retention, chosen: retention });
type SettingsInput = z.infer<typeof settingsInput>;
type RetentionInput = z.infer<typeof retentionInput>;
type ChangedSettings = SettingsOutcome<LocationSettings, SettingName>;
type ChangedRetention = SettingsOutcome<Retention, RetentionName>;
const keyInput = place.extend({ apiKey: typedSecret });
const legacyPlace = legacyInput.extend(place.shape);

export async function saveSettings(input: SettingsInput): Promise<ActionResult<ChangedSettings>> {
  return runAction({ permission: 'manageLocation', input: settingsInput }, input, changeSettings);
}

export async function saveRetention(input: RetentionInput): Promise<ActionResult<ChangedRetention>> {
  return runAction({ permission: 'manageLocation', input: retentionInput }, input, changeRetention);
}

export async function saveApiKey(input: { locationId: string; apiKey: string }): Promise<ActionResult<ApiKeyOutcome>> {
  return runAction({ permission: 'manageLocation', input: keyInput }, input, (context, { apiKey }) =>
    replaceApiKey(context, apiKey),
  );
}

export async function saveLegacyInterface(
  input: LegacyInput & { locationId: string },
): Promise<ActionResult<LegacyOutcome>> {
  return runAction(
    { permission: 'manageLocation', input: legacyPlace },
    input,
    (context, { locationId: _, ...legacy }) => saveLegacy(context, legacy),
  );
}

export async function removeLegacyInterface(input: { locationId: string }): Promise<ActionResult<null>> {
  return runAction({ permission: 'manageLocation', input: place }, input, (context) => removeLegacy(context));
}
