'use server';

import { action, reauthenticatedAction } from '#lib/server/actions/action.ts';
import * as adding from '#lib/server/gyms/add-gym.ts';
import * as optOuts from '#lib/server/gyms/confirm-gym-opt-outs.ts';
import * as retiring from '#lib/server/gyms/retire-gym.ts';
import { addGymInput, confirmGymOptOutInput, gymInput, retireInput } from '#lib/wire/gyms.ts';

export const addGym = reauthenticatedAction('manageLocation', addGymInput, adding.addGym);

export const retireGym = reauthenticatedAction('manageLocation', retireInput, retiring.retireGym);

export const reopenGym = reauthenticatedAction('manageLocation', gymInput, retiring.reopenGym);

export const confirmGymOptOuts = action('manageLocation', confirmGymOptOutInput, optOuts.confirmGymOptOuts);
