/** Runs the statements of a migration, one by one. */
export async function runStatements(run: (statement: string) => Promise<unknown>, migration: string): Promise<void> {
  for (const statement of migration.split('--> statement-breakpoint')) await run(statement);
}
