import 'server-only';
import type { Queryable } from './client.ts';

/** Composes a statement once for each database: for frequent ones that takes longer than running them. */
export function prepareOnce<Statement>(prepare: (db: Queryable) => Statement): (db: Queryable) => Statement {
  const prepared = new WeakMap<Queryable, Statement>();
  return (db) => {
    const known = prepared.get(db) ?? prepare(db);
    prepared.set(db, known);
    return known;
  };
}
