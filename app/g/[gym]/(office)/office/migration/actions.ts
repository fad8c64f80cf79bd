'use server';

import { action } from '#lib/server/actions/action.ts';
import { changeMigration as change } from '#lib/server/migration/change-migration.ts';
import { migrateOne } from '#lib/server/migration/migrate-one.ts';
import { changeMigrationInput, migrateInput } from '#lib/wire/migration.ts';

/** Migrates one member, and waits for the result. */
export const migrateMember = action('manageLocation', migrateInput, migrateOne);

/** Pauses, resumes or cancels a list. */
export const changeMigration = action('manageLocation', changeMigrationInput, change);
