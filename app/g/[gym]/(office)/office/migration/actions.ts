'use server';

import { z } from 'zod';
import { runAction } from '#lib/server/actions/run-action.ts';
import * as changing from '#lib/server/migration/change-migration.ts';
import { migrateInput, migrateOne } from '#lib/server/migration/migrate-one.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { changeMigrationInput, type MigrateOutcome } from '#lib/wire/migration.ts';

/** The location that the page stands for; another tab may have switched since. */
const place = { locationId: z.uuid() };
const migrateSchema = migrateInput.extend(place);
const changeSchema = changeMigrationInput.extend(place);

/** Brings one member over, and waits for it. */
export async function migrateMember(input: z.infer<typeof migrateSchema>): Promise<ActionResult<MigrateOutcome>> {
  return runAction({ permission: 'manageLocation', input: migrateSchema }, input, ({ desk, actor }, one) =>
    migrateOne(desk, actor, one.legacyUserId),
  );
}

/** Pauses a list, goes on with it, or ends it. */
export async function changeMigration(input: z.infer<typeof changeSchema>): Promise<ActionResult<null>> {
  return runAction({ permission: 'manageLocation', input: changeSchema }, input, ({ desk, actor }, wish) =>
    changing.changeMigration(desk, { locationId: actor.location.id, by: actor.staffId }, wish),
  );
}
