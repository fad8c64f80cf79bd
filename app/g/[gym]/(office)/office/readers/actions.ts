'use server';

import { action } from '#lib/server/actions/action.ts';
import { changeReaders as change } from '#lib/server/locations/change-readers.ts';
import { readersInput } from '#lib/wire/readers.ts';

export const changeReaders = action('manageLocation', readersInput, change);
