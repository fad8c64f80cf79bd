import type { Hono } from 'hono';
import { expect } from 'vitest';
import { checkAnswer } from '#contracts/published/check-exchange.ts';
import { errorBody, errorStatus } from '#contracts/v2/errors.ts';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { successAnswers } from './answers.ts';

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

export type Ask = (operation: OperationId, asked?: Asked) => Promise<TestAnswer>;

/** Asks operations by their id, and holds every answer to the contract and to the published document. */
export const clientOf =
  (app: Hono<PlatformEnv>, apiKey: string | undefined): Ask =>
  async (operation, { path = {}, query = {}, body, headers = {} } = {}) => {
    const { method, path: template } = operations[operation];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await app.request(`${filled}?${search}`, {
      method,
      headers: {
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || body instanceof FormData ? (body as FormData) : JSON.stringify(body),
    });
    const answer = await readAnswer(response);
    expectDocumented(operation, answer);
    if (response.ok) expectSuccess(operation, answer);
    else expectFailure(answer);
    return answer;
  };

export async function readAnswer(response: Response): Promise<TestAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

function expectDocumented(operationId: OperationId, { status, body, headers }: TestAnswer): void {
  const { method, path } = operations[operationId];
  const operation = findPublishedOperation(method, path);
  if (!operation) throw new Error(`The published document does not have ${operationId}.`);
  expect(checkAnswer(operation, { status, text: body === undefined ? '' : JSON.stringify(body) })).toEqual([]);
  expectAnswerHeaders(headers, { isKnown: status !== 401 && body?.errorCode !== 'forbiddenAction' });
}

/** What the served documents promise of every answer; a credential that is not known has no requests left to tell. */
export function expectAnswerHeaders(headers: Headers, { isKnown }: { isKnown: boolean }): void {
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  if (isKnown) expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
}

function expectSuccess(operation: OperationId, { status, body }: TestAnswer): void {
  expect(operations[operation].success).toContain(status);
  if (status === 204) expect(body).toBeUndefined();
  // Parsing drops what the contract does not know: equality shows that nothing else was answered.
  expect(successAnswers[operation].parse(body)).toEqual(body);
}

export function expectFailure({ status, body }: TestAnswer): void {
  expect(errorBody.required().parse(body)).toEqual(body);
  expect(body.status).toBe(status);
  expect(errorStatus).toHaveProperty(body.errorCode, status);
  if (status === 404) expect(body.metadata.entity).toBeTypeOf('string');
  expect(body.requestId).not.toBe('');
}
