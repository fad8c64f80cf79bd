import { checkText, checkValue, type Deviation } from './check-value.ts';
import type { PublishedFacts, PublishedOperation } from './facts.ts';

/** An interface as it was published, and what is known to be otherwise. */
interface PublishedInterface {
  facts: PublishedFacts;
  /** Statuses that every operation may fail with, though the document does not name them at each. */
  failureStatuses: ReadonlySet<number>;
  /** Whether something is answered otherwise by decision. */
  isDecided(deviation: Deviation, operationId: string): boolean;
}

export interface NamedOperation extends PublishedOperation {
  operationId: string;
  /** Matches its paths, with a group for each parameter. */
  pattern: RegExp;
  publishedIn: PublishedInterface;
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

interface GivenAnswer {
  status: number;
  /** Text of the body; empty where there is none. */
  text: string;
}

const parameterOfPath = /\{(\w+)\}/g;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(parameterOfPath, '(?<$1>[^/]+)')}$`);

/** Finds the operation that a document has at a method and path. Paths with fixed parts win. */
export function operationFinder(publishedIn: PublishedInterface) {
  const operations = Object.entries(publishedIn.facts.operations)
    .map(
      ([operationId, operation]): NamedOperation => ({
        ...operation,
        operationId,
        pattern: patternOf(operation.path),
        publishedIn,
      }),
    )
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  return (method: string, pathAndQuery: string): NamedOperation | undefined => {
    const path = pathAndQuery.split('?', 1)[0] ?? '';
    return operations.find((operation) => operation.method === method && operation.pattern.test(path));
  };
}

/** What the document does not allow in this request. */
export function checkRequest(operation: NamedOperation, request: SentRequest): Deviation[] {
  return [...checkAddress(operation, request.pathAndQuery), ...checkBody(operation, request)];
}

function checkAddress({ pattern, parameters, publishedIn }: NamedOperation, pathAndQuery: string): Deviation[] {
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
    return checkText(schema, text, { field: name, schemas: publishedIn.facts.schemas });
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

function checkBody(
  { request: documented, publishedIn }: NamedOperation,
  { contentType, hasBody, json }: SentRequest,
): Deviation[] {
  if (!documented) return hasBody ? [{ field: '', problem: 'must not have a body' }] : [];
  if (!hasBody) return documented.isRequired ? [{ field: '', problem: 'must have a body' }] : [];
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== documented.mediaType) return [{ field: '', problem: `must be ${documented.mediaType}` }];
  if (mediaType !== 'application/json') return [];
  if (json === undefined) return [{ field: '', problem: 'must be JSON' }];
  return checkValue(documented.schema, json, { direction: 'sent', schemas: publishedIn.facts.schemas });
}

/** What the document does not allow in this answer. */
export function checkAnswer(operation: NamedOperation, { status, text }: GivenAnswer): Deviation[] {
  const { successes, operationId, publishedIn } = operation;
  const isFailure = isDocumentedFailure(operation, status);
  if (!isFailure && !Object.hasOwn(successes, status)) {
    return [{ field: '', problem: `must not have the status ${status}` }];
  }
  const { failure, schemas } = publishedIn.facts;
  const schema = isFailure ? failure : successes[status];
  if (!schema) return text === '' ? [] : [{ field: '', problem: 'must not have a body' }];
  const json = parseJson(text);
  if (json === undefined) return [{ field: '', problem: 'must be JSON' }];
  const deviations = checkValue(schema, json, { direction: 'answered', schemas });
  return deviations.filter((deviation) => !publishedIn.isDecided(deviation, operationId));
}

const isDocumentedFailure = ({ failures, publishedIn }: NamedOperation, status: number): boolean =>
  failures.includes(status) ||
  failures.includes(`${Math.floor(status / 100)}XX`) ||
  publishedIn.failureStatuses.has(status);

/** @returns undefined for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
