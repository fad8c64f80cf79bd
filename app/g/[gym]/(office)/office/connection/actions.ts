'use server';

import { z } from 'zod';
import { action, reauthenticatedAction } from '#lib/server/actions/action.ts';
import * as access from '#lib/server/connection/save-access.ts';
import * as tests from '#lib/server/connection/test-connection.ts';
import { legacyInput, removeLegacy, saveLegacy } from '#lib/server/locations/save-legacy.ts';
import * as webhooks from '#lib/server/webhooks/register-anew.ts';
import { seenVersion } from '#lib/wire/platform-access.ts';

export const testConnection = action('manageLocation', z.looseObject({}), tests.testConnection);

export const saveApiAccess = reauthenticatedAction('manageLocation', access.apiAccessInput, access.saveApiAccess);

export const registerWebhook = action('manageLocation', z.looseObject({}), webhooks.registerWebhook);

export const saveLegacyInterface = reauthenticatedAction('manageLocation', legacyInput, saveLegacy);

export const removeLegacyInterface = action('manageLocation', seenVersion, removeLegacy);

export const saveExportAccess = reauthenticatedAction(
  'manageLocation',
  access.exportAccessInput,
  access.saveExportAccess,
);

export const removeExportAccess = action('manageLocation', seenVersion, access.removeExportAccess);
