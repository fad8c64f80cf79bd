'use server';

import { action } from '#lib/server/actions/action.ts';
import { changeMigration as change } from '#lib/server/migration/change-migration.ts';
import { migrateOne } from '#lib/server/migration/migrate-one.ts';
import { changeMigrationInput, migrateInput } from '#lib/wire/migration.ts';

/** Brings one member over, and waits for it. */
export const migrateMember = action('manageLocation', migrateInput, migrateOne);

/** Pauses a list, goes on with it, or ends it. */
export const changeMigration = action('manageLocation', changeMigrationInput, change);
