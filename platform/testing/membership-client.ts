import type { Hono } from 'hono';
import { expect } from 'vitest';
import { errorBody, errorStatus } from '#contracts/v2/errors.ts';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { successAnswers } from './answers.ts';
import { type Asked, interfaceClient, type TestAnswer } from './client.ts';

export type Ask = (operation: OperationId, asked?: Asked) => Promise<TestAnswer>;

/** Calls operations of version 2. */
export const clientOf = (app: Hono<PlatformEnv>, apiKey: string | undefined): Ask =>
  interfaceClient(
    {
      operations,
      answers: successAnswers,
      findPublishedOperation,
      expectFailure,
      isOfNobody: ({ status, body }) => status === 401 || body?.errorCode === 'forbiddenAction',
    },
    app,
    { headers: apiKey === undefined ? {} : { 'x-api-key': apiKey } },
  );

export function expectFailure({ status, body }: TestAnswer): void {
  expect(errorBody.required().parse(body)).toEqual(body);
  expect(body.status).toBe(status);
  expect(errorStatus).toHaveProperty(body.errorCode, status);
  if (status === 404) expect(body.metadata.entity).toBeTypeOf('string');
  expect(body.requestId).not.toBe('');
}
