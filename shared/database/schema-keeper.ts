/** How a program keeps the schema of its database. */
export interface SchemaKeeper {
  /** Whose database it is, as people are told of it. */
  program: 'desk' | 'platform';
  migrationsFolder: string;
  /** Where the database says which migrations it has had. */
  table: { schema: string; name: string };
  /** Any number that nothing else in this database locks. */
  lockKey: number;
}
