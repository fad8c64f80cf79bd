'use server';

import { z } from 'zod';
import { action, reauthenticatedAction } from '#lib/server/actions/action.ts';
import { replaceApiKey } from '#lib/server/locations/api-key.ts';
import { legacyInput, removeLegacy, saveLegacy } from '#lib/server/locations/save-legacy.ts';
import { apiKeyInput } from '#lib/wire/platform-access.ts';

export const saveApiKey = reauthenticatedAction('manageLocation', apiKeyInput, replaceApiKey);

export const saveLegacyInterface = reauthenticatedAction('manageLocation', legacyInput, saveLegacy);

export const removeLegacyInterface = action('manageLocation', z.looseObject({}), removeLegacy);
