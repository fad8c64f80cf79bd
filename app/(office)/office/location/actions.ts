'use server';

import { z } from 'zod';
import { runAction } from '#lib/actions/run-action.ts';
import { contextAt } from '#lib/auth/load-staff.ts';
import { replaceApiKey, typedSecret } from '#lib/desk/locations/api-key.ts';
import { changeSettings } from '#lib/desk/locations/change-settings.ts';
import { type LegacyInput, legacyInput, removeLegacy, saveLegacy } from '#lib/desk/locations/save-legacy.ts';
import { changeRetention } from '#lib/desk/retention/change-retention.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LegacyOutcome } from '#lib/wire/legacy-connectivity.ts';
import { type ApiKeyOutcome, type LocationSettings, locationSettings } from '#lib/wire/locations.ts';
import { type Retention, retention } from '#lib/wire/retention.ts';

/** The location that the form is about; another tab may have switched since. */
const place = z.object({ locationId: z.uuid() });
const settingsInput = locationSettings.extend(place.shape);
const retentionInput = retention.extend(place.shape);
const keyInput = place.extend({ apiKey: typedSecret });
const legacyPlace = legacyInput.extend(place.shape);

export async function saveSettings(input: LocationSettings & { locationId: string }): Promise<ActionResult<null>> {
  return runAction(
    { permission: 'manageLocation', input: settingsInput },
    input,
    (context, { locationId, ...settings }) => changeSettings(contextAt(context, locationId), settings),
  );
}

export async function saveRetention(input: Retention & { locationId: string }): Promise<ActionResult<null>> {
  return runAction(
    { permission: 'manageLocation', input: retentionInput },
    input,
    (context, { locationId, ...chosen }) => changeRetention(contextAt(context, locationId), chosen),
  );
}

export async function saveApiKey(input: { locationId: string; apiKey: string }): Promise<ActionResult<ApiKeyOutcome>> {
  return runAction({ permission: 'manageLocation', input: keyInput }, input, (context, { locationId, apiKey }) =>
    replaceApiKey(contextAt(context, locationId), apiKey),
  );
}

export async function saveLegacyInterface(
  input: LegacyInput & { locationId: string },
): Promise<ActionResult<LegacyOutcome>> {
  return runAction({ permission: 'manageLocation', input: legacyPlace }, input, (context, { locationId, ...legacy }) =>
    saveLegacy(contextAt(context, locationId), legacy),
  );
}

export async function removeLegacyInterface(input: { locationId: string }): Promise<ActionResult<null>> {
  return runAction({ permission: 'manageLocation', input: place }, input, (context, { locationId }) =>
    removeLegacy(contextAt(context, locationId)),
  );
}
