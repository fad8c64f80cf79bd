'use server';

import { action } from '#lib/server/actions/action.ts';
import { outageInput, switchPlatform as switchSandbox } from '#lib/server/demo/outage.ts';

/** Starts or ends the demo's outage of the platform. */
export const switchPlatform = action('recordVisits', outageInput, switchSandbox);
