import type pg from 'pg';

/** Where a program keeps the state of its schema. */
export interface SchemaKeeper {
  /** The program, as named in messages to an operator. */
  program: 'desk' | 'platform';
  migrationsFolder: string;
  /** The table of the applied migrations. */
  table: { schema: string; name: string };
  /** Key of the advisory lock; any number that nothing else in this database locks. */
  lockKey: number;
  /** Work on the migrated database, at every start, in the transaction of the migrations. */
  afterMigrations?: (client: pg.Client) => Promise<void>;
}
