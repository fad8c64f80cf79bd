'use server';

import { action } from '#lib/server/actions/action.ts';
import { outageInput, switchPlatform as switchSandbox } from '#lib/server/demo/outage.ts';

/** Takes the demo's platform away, or brings it back. */
export const switchPlatform = action('recordVisits', outageInput, switchSandbox);
