'use server';

import { action } from '#lib/server/actions/action.ts';
import * as steps from '#lib/server/getting-started/waive-step.ts';
import { waiveInput } from '#lib/wire/getting-started.ts';

export const waiveStep = action('manageLocation', waiveInput, steps.waiveStep);
