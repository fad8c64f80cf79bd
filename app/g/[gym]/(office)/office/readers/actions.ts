'use server';

import { action } from '#lib/server/actions/action.ts';
import { changeReaders } from '#lib/server/locations/change-readers.ts';
import { readersInput } from '#lib/wire/readers.ts';

export const saveReaders = action('manageLocation', readersInput, changeReaders);
