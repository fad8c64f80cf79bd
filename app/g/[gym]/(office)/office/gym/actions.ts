'use server';

import { action } from '#lib/server/actions/action.ts';
import { changeSettings, settingsInput } from '#lib/server/locations/change-settings.ts';

export const saveSettings = action('manageLocation', settingsInput, changeSettings);
