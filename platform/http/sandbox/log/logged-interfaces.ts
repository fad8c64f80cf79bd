import type { Context } from 'hono';
import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { operations as membershipOperations } from '#contracts/v2/operations.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { exportOperations as exportIndex } from '#platform/http/export/operation-index.ts';
import type { OperationIndex } from '#platform/http/operation-index.ts';
import { gymOperations as gymIndex } from '#platform/http/v1/operation-index.ts';
import { membershipOperations as membershipIndex } from '#platform/http/v2/operation-index.ts';
import { readApiKey } from '#platform/services/api-keys/api-key.ts';
import type { LoggedRequest } from '#platform/services/sandbox-log/request-log.ts';

interface Logged {
  operations: Readonly<Record<string, { method: string; path: string }>>;
  index: OperationIndex<string>;
  /** The public part of the credential that was sent, whether or not it is known. */
  credentialOf(c: Context<PlatformEnv>): string | undefined;
}

const keyOf: Logged['credentialOf'] = (c) =>
  c.get('key')?.keyId ?? readApiKey(c.req.header('x-api-key')?.trim() ?? '')?.keyId;

const gymNumberOf: Logged['credentialOf'] = (c) => c.req.query('gymId')?.trim() || undefined;

/** What the log needs to know of each interface. */
export const loggedInterfaces: Record<LoggedRequest['interface'], Logged> = {
  v2: { operations: membershipOperations, index: membershipIndex, credentialOf: keyOf },
  v1: { operations: gymOperations, index: gymIndex, credentialOf: gymNumberOf },
  export: { operations: exportOperations, index: exportIndex, credentialOf: keyOf },
};

const prefixes = ['api', 'v1', 'v2', 'data', 'gymapi'];

/** The fixed segments of the paths of all interfaces. */
export const pathWords: ReadonlySet<string> = new Set([
  ...prefixes,
  ...Object.values(loggedInterfaces)
    .flatMap(({ operations }) => Object.values(operations))
    .flatMap(({ path }) => path.split('/'))
    .filter((segment) => !segment.startsWith('{')),
]);
