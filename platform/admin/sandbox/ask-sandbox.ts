import type { z } from 'zod';
import { errorBody, type MissingEntity } from '#contracts/v2/errors.ts';
import { OperatorMistake } from '#platform/services/operator.ts';

/** Where a sandbox listens. */
export interface SandboxPlace {
  /** Base URL of its platform. */
  url: string;
  /** Its own token, for a command on another machine. */
  token?: string | undefined;
}

interface Asked<Schema> {
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
  /** The response. */
  schema: Schema;
  /** What the sandbox may not have any more: then the response is taken as null. */
  mayBeGone?: MissingEntity;
}

const longestMs = 15_000;

/**
 * Asks a running sandbox.
 * @throws OperatorMistake if no platform answers, if it is no sandbox, or with what it refuses
 */
export async function askSandbox<Schema extends z.ZodType>(
  { url, token }: SandboxPlace,
  { method, path, body, schema, mayBeGone }: Asked<Schema>,
): Promise<z.output<Schema>> {
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(longestMs),
  }).catch(() => {
    throw new OperatorMistake(`No platform answers at ${url}: start one, or name its address with --platform.`);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return schema.parse(answer);
  const { message, metadata, fieldErrors } = errorBody.safeParse(answer).data ?? {};
  if (response.status === 404 && mayBeGone !== undefined && metadata?.entity === mayBeGone) return schema.parse(null);
  if (response.status === 404 && (metadata?.entity ?? 'UNKNOWN') === 'UNKNOWN') {
    throw new OperatorMistake(
      `The platform at ${url} is no sandbox for this client: start it with PLATFORM_SANDBOX=1 on this machine, or set PLATFORM_SANDBOX_TOKEN.`,
    );
  }
  const fields = (fieldErrors ?? []).map((field) => `${field.name}: ${field.message}`);
  throw new OperatorMistake([message ?? `The platform answered ${response.status}.`, ...fields].join(' '));
}
