import type { ConnectionState } from '#lib/server/db/schema/platform-status.ts';
import type { ApiFailure } from '#lib/server/gym-api/errors.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';

/** What the desk holds of the connection to one platform. */
export interface Connection {
  connection: ConnectionState;
  /** Why it is unreachable, as the last answer or its absence showed; null where it is not. */
  cause: OutageCause | null;
  since: Date;
  /** The permission that the key lacks, where it lacks one. */
  permission: string | null;
  /** Failed answers in a row. */
  failures: number;
}

/** Without these permissions of its key, nobody can be checked in. */
const neededByTheCounter: readonly string[] = ['accounts', 'visits'];

/** One slow or broken answer may be about one request; so many in a row are about the platform. */
const failuresOfAnOutage = 3;

/** What became of a request: `failure` is null for a success, `cause` where it says nothing of an outage. */
export interface HeardAnswer {
  failure: ApiFailure | null;
  cause: OutageCause | null;
  /** What the request needed. */
  permission: string;
}

/** The connection after one more answer. The same object means that nothing changed. */
export function afterAnswer(current: Connection, { failure, cause, permission }: HeardAnswer, now: Date): Connection {
  // a refusal is an answer: the platform is there and takes the key
  if (failure?.kind !== 'unavailable') return afterSuccess(current, permission, now);
  switch (failure.because) {
    case 'busy':
      return current;
    case 'unreachable':
      return change(current, { connection: 'unreachable', cause, failures: current.failures + 1 }, now);
    case 'slow':
    case 'failed':
    case 'unreadable': {
      const failures = current.failures + 1;
      const connection = failures >= failuresOfAnOutage ? 'unreachable' : current.connection;
      return change(current, { connection, cause, permission: current.permission, failures }, now);
    }
    case 'keyRejected':
      return change(current, { connection: 'keyRejected' }, now);
    case 'permissionMissing':
      // what a gym does not use its key need not be allowed: visits are recorded all the same
      if (!neededByTheCounter.includes(permission)) return afterSuccess(current, permission, now);
      return change(current, { connection: 'permissionMissing', permission }, now);
  }
}

function afterSuccess(current: Connection, permission: string, now: Date): Connection {
  if (current.connection === 'reachable' && current.failures === 0) return current;
  // that a key may read members says nothing of the visits it may not record
  if (current.connection === 'permissionMissing' && current.permission !== permission) return current;
  return change(current, { connection: 'reachable' }, now);
}

function change(
  current: Connection,
  { connection, cause = null, permission = null, failures = 0 }: Partial<Connection> & Pick<Connection, 'connection'>,
  now: Date,
): Connection {
  return {
    connection,
    since: connection === current.connection ? current.since : now,
    cause: connection === 'unreachable' ? cause : null,
    permission: connection === 'permissionMissing' ? permission : null,
    failures,
  };
}
