import type { ConnectionState } from '#lib/server/db/schema/platform-status.ts';
import type { ApiFailure } from '#lib/server/gym-api/errors.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';

/** The state of the connection to one platform. */
export interface Connection {
  connection: ConnectionState;
  /** Why it is unreachable, by the latest failure; null while it is not. */
  cause: OutageCause | null;
  since: Date;
  /** The permission that the key lacks, where it lacks one. */
  permission: string | null;
  /** Consecutive failures. */
  failures: number;
}

/** The permissions of the key without which no member can be checked in. */
const neededByTheCounter: readonly string[] = ['accounts', 'visits'];

/** A single slow or broken answer may be due to its request; this many in a row are due to the platform. */
const failuresOfAnOutage = 3;

/** The outcome of a request: `failure` is null for a success, `cause` where it does not indicate an outage. */
export interface HeardAnswer {
  failure: ApiFailure | null;
  cause: OutageCause | null;
  /** The permission that the request needs. */
  permission: string;
}

/** The connection after one more answer; the same object where nothing changed. */
export function afterAnswer(current: Connection, { failure, cause, permission }: HeardAnswer, now: Date): Connection {
  // a refusal is an answer, too: the platform is reachable and accepts the key
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
      // a gym may restrict its key to what it uses: check-ins work without this permission
      if (!neededByTheCounter.includes(permission)) return afterSuccess(current, permission, now);
      return change(current, { connection: 'permissionMissing', permission }, now);
  }
}

function afterSuccess(current: Connection, permission: string, now: Date): Connection {
  if (current.connection === 'reachable' && current.failures === 0) return current;
  // a success with another permission does not show that the missing one was granted
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
