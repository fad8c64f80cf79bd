import { setTimeout as pause } from 'node:timers/promises';
import { keptBodyHeader } from './gateway.ts';

export interface Operation {
  method: string;
  path: string;
  success: number | readonly number[];
}

interface Asked {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Sent as the file of a multipart form. */
  file?: Uint8Array<ArrayBuffer>;
  /** In addition to the headers with the credentials of the gym. */
  headers?: Record<string, string>;
}

/** One request and its response. */
export interface Exchange {
  operationId: string;
  status: number;
  /** Whether the request is valid by the document, so that the platform must accept it. */
  isGood: boolean;
  /** One line per violation. */
  violations: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: traffic reads the few ids that it goes on with; the judge reads the whole
export type Answered = any;

export interface Asker {
  /** Sends a valid request, which the platform must accept. */
  good(operationId: string, asked?: Asked): Promise<Answered>;
  /** Sends a request that must be rejected with this status. */
  bad(operationId: string, status: number, asked?: Asked): Promise<void>;
}

/** Extracts the violations that a validating proxy reported for an exchange, one per line. */
export type ReadViolations = (response: Response, isGood: boolean) => string[];

interface AskerOptions {
  url: string;
  operations: Record<string, Operation>;
  /** The credentials of the gym. */
  headers: Record<string, string>;
  /** Parameters of every request, such as the gym. */
  query?: Record<string, string | number>;
  readViolations: ReadViolations;
  /** Stores a body that the validating proxy cannot transport. */
  keepBody: (name: string, body: Uint8Array) => void;
  note: (exchange: Exchange) => void;
}

const fewestRemaining = 3;

/** Requests operations by their id, slowly enough for the rate limit, and records every exchange. */
export function askerOf(options: AskerOptions): Asker {
  const send = async (operationId: string, asked: Asked, isGood: boolean, expected: readonly number[]) => {
    const response = await sendRequest(options, operationId, asked);
    const text = await response.text();
    const { status } = response;
    const violations = options.readViolations(response, isGood);
    if (!expected.includes(status)) violations.push(`answered ${status} instead of ${expected.join(' or ')}: ${text}`);
    options.note({ operationId, status, isGood, violations });
    const remaining = Number(response.headers.get('x-ratelimit-remaining') ?? fewestRemaining);
    if (remaining < fewestRemaining) await pause(1_000);
    return text === '' ? undefined : readJson(text);
  };
  return {
    good: (operationId, asked = {}) =>
      send(operationId, asked, true, [operationOf(options, operationId).success].flat()),
    bad: async (operationId, status, asked = {}) => void (await send(operationId, asked, false, [status])),
  };
}

function operationOf({ operations }: AskerOptions, operationId: string): Operation {
  const operation = operations[operationId];
  if (!operation) throw new Error(`There is no operation ${operationId}.`);
  return operation;
}

async function sendRequest(options: AskerOptions, operationId: string, asked: Asked): Promise<Response> {
  const { method, path: template } = operationOf(options, operationId);
  const { path = {}, query = {}, body, file, headers = {} } = asked;
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams(
    Object.entries({ ...options.query, ...query }).map(([name, value]) => [name, String(value)]),
  );
  const form = file && (await formOf(file, options.keepBody));
  return fetch(`${options.url}${filled}${search.size > 0 ? `?${search}` : ''}`, {
    method,
    headers: {
      ...options.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...form?.headers,
      ...headers,
    },
    body: form?.body ?? (body === undefined ? null : JSON.stringify(body)),
  });
}

/** A form with one file. A proxy that reads bodies as text corrupts the bytes: the gateway behind it restores them. */
async function formOf(file: Uint8Array<ArrayBuffer>, keepBody: AskerOptions['keepBody']) {
  const form = new FormData();
  form.set('file', new File([file], 'picture.jpg', { type: 'image/jpeg' }));
  const encoded = new Response(form);
  const body = new Uint8Array(await encoded.arrayBuffer());
  const name = crypto.randomUUID();
  keepBody(name, body);
  return { body, headers: { 'content-type': encoded.headers.get('content-type') ?? '', [keptBodyHeader]: name } };
}

function readJson(text: string): Answered {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
