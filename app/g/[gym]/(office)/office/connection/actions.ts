'use server';

import { z } from 'zod';
import { action, reauthenticatedAction } from '#lib/server/actions/action.ts';
import { apiAccessInput, saveApiAccess as saveApi } from '#lib/server/connection/save-access.ts';
import * as dataExport from '#lib/server/connection/save-export-access.ts';
import * as tests from '#lib/server/connection/test-connection.ts';
import * as exportOrders from '#lib/server/export-orders/order-export.ts';
import { legacyInput, removeLegacy, saveLegacy } from '#lib/server/locations/save-legacy.ts';
import * as training from '#lib/server/training/pull-now.ts';
import * as webhooks from '#lib/server/webhooks/register-anew.ts';
import { exportOrderInput } from '#lib/wire/export-orders.ts';
import { seenVersion } from '#lib/wire/platform-access.ts';

export const testConnection = action('manageLocation', z.looseObject({}), tests.testConnection);

export const saveApiAccess = reauthenticatedAction('manageLocation', apiAccessInput, saveApi);

export const registerWebhook = reauthenticatedAction('manageLocation', z.looseObject({}), webhooks.registerWebhook);

export const saveLegacyInterface = reauthenticatedAction('manageLocation', legacyInput, saveLegacy);

export const removeLegacyInterface = reauthenticatedAction('manageLocation', seenVersion, removeLegacy);

export const saveExportAccess = reauthenticatedAction(
  'manageLocation',
  dataExport.exportAccessInput,
  dataExport.saveExportAccess,
);

export const removeExportAccess = reauthenticatedAction('manageLocation', seenVersion, dataExport.removeExportAccess);

export const pullTrainingNow = action('manageLocation', z.looseObject({}), training.pullTrainingNow);

export const orderExport = action('manageLocation', exportOrderInput, exportOrders.orderExport);
