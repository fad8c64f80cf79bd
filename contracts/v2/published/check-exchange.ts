import { errorStatus } from '#contracts/v2/errors.ts';
import { checkText, checkValue, type Deviation } from './check-value.ts';
import { type PublishedOperation, publishedFacts } from './facts.ts';

export interface NamedOperation extends PublishedOperation {
  operationId: string;
  /** Matches its paths, with a group for each parameter. */
  pattern: RegExp;
}

export interface SentRequest {
  method: string;
  /** As it stands in the request line. */
  pathAndQuery: string;
  contentType: string | undefined;
  /** Whether there is a body at all. */
  hasBody: boolean;
  /** The body where it is JSON; undefined for one that cannot be read. */
  json: unknown;
}

export interface GivenAnswer {
  status: number;
  /** Text of the body; empty where there is none. */
  text: string;
}

const parameterOfPath = /\{(\w+)\}/g;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(parameterOfPath, '(?<$1>[^/]+)')}$`);
// paths with fixed parts win
const operations = Object.entries(publishedFacts.operations)
  .map(
    ([operationId, operation]): NamedOperation => ({
      ...operation,
      operationId,
      pattern: patternOf(operation.path),
    }),
  )
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);

/** The operation that the document has at this method and path. */
export function findPublishedOperation(method: string, pathAndQuery: string): NamedOperation | undefined {
  const path = pathAndQuery.split('?', 1)[0] ?? '';
  return operations.find((operation) => operation.method === method && operation.pattern.test(path));
}

/** What the document does not allow in this request. */
export function checkRequest(operation: NamedOperation, request: SentRequest): Deviation[] {
  return [...checkAddress(operation, request.pathAndQuery), ...checkBody(operation, request)];
}

function checkAddress({ pattern, parameters }: NamedOperation, pathAndQuery: string): Deviation[] {
  const [path = '', query = ''] = pathAndQuery.split('?', 2);
  const inPath = pattern.exec(path)?.groups ?? {};
  const inQuery = new URLSearchParams(query);
  const unknown = [...inQuery.keys()]
    .filter((name) => !parameters.some((parameter) => parameter.in === 'query' && parameter.name === name))
    .map((name) => ({ field: name, problem: 'is not a parameter of the document' }));
  const known = parameters.flatMap(({ name, in: place, isRequired, schema }): Deviation[] => {
    if (place === 'header') return []; // Content-Length: each client sends it
    const text = place === 'path' ? decode(inPath[name] ?? '') : inQuery.get(name);
    if (text === null) return isRequired ? [{ field: name, problem: 'must be present' }] : [];
    return checkText(schema, text, name);
  });
  return [...unknown, ...known];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function checkBody({ request: documented }: NamedOperation, { contentType, hasBody, json }: SentRequest): Deviation[] {
  if (!documented) return hasBody ? [{ field: '', problem: 'must not have a body' }] : [];
  if (!hasBody) return documented.isRequired ? [{ field: '', problem: 'must have a body' }] : [];
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== documented.mediaType) return [{ field: '', problem: `must be ${documented.mediaType}` }];
  if (mediaType !== 'application/json') return [];
  if (json === undefined) return [{ field: '', problem: 'must be JSON' }];
  return checkValue(documented.schema, json, { direction: 'sent' });
}

const failureStatuses = new Set<number>(Object.values(errorStatus));

/** What the document does not allow in this answer. The statuses that every operation may fail with are documented apart. */
export function checkAnswer({ successes, failures }: NamedOperation, { status, text }: GivenAnswer): Deviation[] {
  const isFailure = failures.includes(status) || failureStatuses.has(status);
  if (!isFailure && !Object.hasOwn(successes, status)) {
    return [{ field: '', problem: `must not have the status ${status}` }];
  }
  const schema = isFailure ? publishedFacts.failure : successes[status];
  if (!schema) return text === '' ? [] : [{ field: '', problem: 'must not have a body' }];
  const json = parseJson(text);
  if (json === undefined) return [{ field: '', problem: 'must be JSON' }];
  return checkValue(schema, json, { direction: 'answered' }).filter((deviation) => !isErasedAuthor(deviation));
}

/** Who set a task and was erased since is nobody any more, though the document requires an author. */
const isErasedAuthor = ({ field, value }: Deviation) => /(^|\.)authorId$/.test(field) && value === undefined;

/** @returns undefined for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
