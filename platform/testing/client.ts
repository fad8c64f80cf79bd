import type { Hono } from 'hono';
import { expect } from 'vitest';
import type { z } from 'zod';
import { checkAnswer, type operationFinder } from '#contracts/published/check-exchange.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { faultHeader } from '#platform/http/sandbox/apply-faults.ts';

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the parts it is about; the contract has checked the whole
  body: any;
}

export interface Asked {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An interface, and what its responses are checked against. */
interface TestedInterface<Id extends string> {
  operations: Record<Id, { method: string; path: string; success: number | readonly number[] }>;
  /** Schemas of the successful responses of each operation. */
  answers: Record<Id, z.ZodType>;
  findPublishedOperation: ReturnType<typeof operationFinder>;
  expectFailure(answer: TestAnswer): void;
  /** Whether the failure means an unknown credential: there is no number of remaining requests then. */
  isOfNobody(failure: TestAnswer): boolean;
}

/** Headers that a client sends with every request. */
interface Shown {
  headers: Record<string, string>;
  query?: Record<string, string>;
  /** Prefix of the contract's paths. */
  basePath?: string;
}

/** Calls operations by id, and checks every response against the contract and the published document. */
export const interfaceClient =
  <Id extends string>(
    tested: TestedInterface<Id>,
    app: Hono<PlatformEnv>,
    { headers: shown, query: always = {}, basePath = '' }: Shown,
  ) =>
  async (operation: Id, { path = {}, query = {}, body, headers = {} }: Asked = {}): Promise<TestAnswer> => {
    const { method, path: template } = tested.operations[operation];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(always);
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await app.request(`${basePath}${filled}?${search}`, {
      method,
      headers: { ...shown, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      body: toBody(body),
    });
    const answer = await readAnswer(response);
    if (!answer.headers.has(faultHeader)) expectDocumented(tested, operation, answer);
    if (response.ok) expectSuccess(tested, operation, answer);
    else tested.expectFailure(answer);
    return answer;
  };

function toBody(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);
}

export async function readAnswer(response: Response): Promise<TestAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

function expectDocumented<Id extends string>(tested: TestedInterface<Id>, operationId: Id, answer: TestAnswer): void {
  const { status, body, headers } = answer;
  const { method, path } = tested.operations[operationId];
  const operation = tested.findPublishedOperation(method, path);
  if (!operation) throw new Error(`The published document does not have ${operationId}.`);
  expect(checkAnswer(operation, { status, text: body === undefined ? '' : JSON.stringify(body) })).toEqual([]);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  if (!tested.isOfNobody(answer)) expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
}

function expectSuccess<Id extends string>(
  { operations, answers }: TestedInterface<Id>,
  operation: Id,
  { status, body }: TestAnswer,
): void {
  expect([operations[operation].success].flat()).toContain(status);
  if (status === 204) expect(body).toBeUndefined();
  // Parsing drops unknown fields: equality proves that the response has no others.
  expect(answers[operation].parse(body)).toEqual(body);
}
