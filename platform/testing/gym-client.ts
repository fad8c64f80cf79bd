import type { Hono } from 'hono';
import { expect } from 'vitest';
import { checkAnswer } from '#contracts/published/check-exchange.ts';
import { errorBody } from '#contracts/v1/errors.ts';
import { type OperationId, operations } from '#contracts/v1/operations.ts';
import { findPublishedOperation } from '#contracts/v1/published/find-operation.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { faultHeader } from '#platform/http/sandbox/faults.ts';
import type { CreatedGym } from '#platform/services/gyms/create.ts';
import { type Asked, expectAnswerHeaders, readAnswer, type TestAnswer } from './client.ts';
import { gymAnswers } from './gym-answers.ts';

export type AskGym = (operation: OperationId, asked?: Asked) => Promise<TestAnswer>;

type Credentials = Partial<Pick<CreatedGym, 'legacyGymId' | 'accessToken'>>;

/** Asks operations of the gym interface by their id, and holds every answer to its contract and to the published document. */
export const gymClientOf =
  (app: Hono<PlatformEnv>, { legacyGymId, accessToken }: Credentials, basePath = '/v1'): AskGym =>
  async (operation, { path = {}, query = {}, body, headers = {} } = {}) => {
    const { method, path: template } = operations[operation];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(legacyGymId === undefined ? {} : { gymId: String(legacyGymId) });
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const response = await app.request(`${basePath}${filled}?${search}`, {
      method,
      headers: {
        ...(accessToken === undefined ? {} : { 'x-access-token': accessToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = await readAnswer(response);
    if (!answer.headers.has(faultHeader)) expectDocumented(operation, answer);
    if (response.ok) expectGymSuccess(operation, answer);
    else expectGymFailure(answer);
    return answer;
  };

function expectDocumented(operationId: OperationId, { status, body, headers }: TestAnswer): void {
  const { method, path } = operations[operationId];
  const operation = findPublishedOperation(method, path);
  if (!operation) throw new Error(`The published document does not have ${operationId}.`);
  expect(checkAnswer(operation, { status, text: body === undefined ? '' : JSON.stringify(body) })).toEqual([]);
  expectAnswerHeaders(headers, { isKnown: status !== 401 });
}

function expectGymSuccess(operation: OperationId, { status, body }: TestAnswer): void {
  expect(status).toBe(operations[operation].success);
  // Parsing drops what the contract does not know: equality shows that nothing else was answered.
  expect(gymAnswers[operation].parse(body)).toEqual(body);
}

export function expectGymFailure({ status, body }: TestAnswer): void {
  expect(errorBody.strict().parse(body)).toEqual(body);
  expect(body.error).toBe(status);
}
