import type { Hono } from 'hono';
import { expect } from 'vitest';
import { errorBody } from '#contracts/export/errors.ts';
import { type OperationId, operations } from '#contracts/export/operations.ts';
import { findPublishedOperation } from '#contracts/export/published/find-operation.ts';
import { checkAnswer } from '#contracts/published/check-exchange.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { faultHeader } from '#platform/http/sandbox/faults.ts';
import { type Asked, expectAnswerHeaders, readAnswer, type TestAnswer } from './client.ts';
import { exportAnswers } from './export-answers.ts';

export type AskExport = (operation: OperationId, asked?: Asked) => Promise<TestAnswer>;

/** Asks operations of the data export by their id, and holds every answer to its contract and to the published document. */
export const exportClientOf =
  (app: Hono<PlatformEnv>, apiKey: string | undefined): AskExport =>
  async (operation, { path = {}, query = {}, body, headers = {} } = {}) => {
    const { method, path: template } = operations[operation];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await app.request(`${filled}?${search}`, {
      method,
      headers: {
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = await readAnswer(response);
    if (!answer.headers.has(faultHeader)) expectDocumented(operation, answer);
    if (response.ok) expectExportSuccess(operation, answer);
    else expectExportFailure(answer);
    return answer;
  };

function expectDocumented(operationId: OperationId, { status, body, headers }: TestAnswer): void {
  const { method, path } = operations[operationId];
  const operation = findPublishedOperation(method, path);
  if (!operation) throw new Error(`The published document does not have ${operationId}.`);
  expect(checkAnswer(operation, { status, text: body === undefined ? '' : JSON.stringify(body) })).toEqual([]);
  expectAnswerHeaders(headers, { isKnown: status !== 401 });
}

function expectExportSuccess(operation: OperationId, { status, body }: TestAnswer): void {
  expect(status).toBe(operations[operation].success);
  // Parsing drops what the contract does not know: equality shows that nothing else was answered.
  expect(exportAnswers[operation].parse(body)).toEqual(body);
}

export function expectExportFailure({ body }: TestAnswer): void {
  expect(errorBody.strict().parse(body)).toEqual(body);
}
