'use server';

import { action } from '#lib/server/actions/action.ts';
import * as unsent from '#lib/server/outbox/settle-unsent.ts';
import { dismissInput, retryInput } from '#lib/wire/outbox.ts';

export const retryUnsent = action('manageLocation', retryInput, unsent.retryUnsent);

export const dismissUnsent = action('manageLocation', dismissInput, unsent.dismissUnsent);
