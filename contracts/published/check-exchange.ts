import { checkText, checkValue, type Deviation } from './check-value.ts';
import type { PublishedFacts, PublishedOperation } from './facts.ts';

/** An interface as published, with the deviations that are known. */
interface PublishedInterface {
  facts: PublishedFacts;
  /** Statuses with which every operation may fail, although the document does not list them for each. */
  failureStatuses: ReadonlySet<number>;
  /** Whether a deviation of a response was decided. */
  isDecided(deviation: Deviation, operationId: string): boolean;
}

export interface NamedOperation extends PublishedOperation {
  operationId: string;
  /** Matches its paths, with a group per parameter. */
  pattern: RegExp;
  publishedIn: PublishedInterface;
}

export interface SentRequest {
  method: string;
  /** As in the request line. */
  pathAndQuery: string;
  contentType: string | undefined;
  /** Whether there is a body. */
  hasBody: boolean;
  /** The parsed body if it is JSON; undefined if it cannot be parsed. */
  json: unknown;
}

interface GivenAnswer {
  status: number;
  /** Text of the body; empty if there is none. */
  text: string;
}

const parameterOfPath = /\{(\w+)\}/g;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(parameterOfPath, '(?<$1>[^/]+)')}$`);

/** Finds the operation of a document with a method and path. Fixed paths win over parameters. */
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

/** The deviations of this request from the document. */
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
    if (place === 'header') return []; // Content-Length, which every client sends
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

/** The deviations of this response from the document. */
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

/** @returns undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
