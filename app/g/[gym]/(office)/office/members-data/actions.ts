'use server';

import { z } from 'zod';
import { action } from '#lib/server/actions/action.ts';
import * as optOuts from '#lib/server/opt-outs/request-check.ts';
import { changeRetention, retentionInput } from '#lib/server/retention/change-retention.ts';
import { confirmOptOutInput } from '#lib/wire/opt-outs.ts';

export const saveRetention = action('manageLocation', retentionInput, changeRetention);

export const checkOptOuts = action('manageLocation', z.looseObject({}), optOuts.checkOptOuts);

export const confirmOptOuts = action('manageLocation', confirmOptOutInput, optOuts.confirmOptOuts);
