'use server';

import { z } from 'zod';
import type { ActionResult } from '#lib/actions/result.ts';
import { runAction } from '#lib/actions/run-action.ts';
import { contextAt } from '#lib/auth/load-staff.ts';
import { changeSettings } from '#lib/desk/locations/change-settings.ts';
import { type LocationSettings, locationSettings } from '#lib/desk/locations/settings.ts';

/** `locationId`: the location that the form is about; another tab may have switched since. */
const schema = locationSettings.extend({ locationId: z.uuid() });

export async function saveSettings(input: LocationSettings & { locationId: string }): Promise<ActionResult<null>> {
  return runAction({ permission: 'manageLocation', input: schema }, input, (context, { locationId, ...settings }) =>
    changeSettings(contextAt(context, locationId), settings),
  );
}
