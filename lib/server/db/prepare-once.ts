import 'server-only';
import type { Queryable } from './client.ts';

/**
 * Composes a statement once for each database and for each connection that its transactions use. Composing a statement takes
 * longer than running it, which counts for frequent ones.
 */
export function prepareOnce<Statement>(prepare: (db: Queryable) => Statement): (db: Queryable) => Statement {
  const prepared = new WeakMap<object, Statement>();
  return (db) => {
    // transactions of a connection share its session
    const { session } = db._;
    const known = prepared.get(session) ?? prepare(db);
    prepared.set(session, known);
    return known;
  };
}
