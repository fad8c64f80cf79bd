import type { Hono } from 'hono';
import { expect } from 'vitest';
import { errorBody } from '#contracts/v1/errors.ts';
import { type OperationId, operations } from '#contracts/v1/operations.ts';
import { findPublishedOperation } from '#contracts/v1/published/find-operation.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import type { CreatedGym } from '#platform/services/new-gyms/create.ts';
import { type Asked, interfaceClient, type TestAnswer } from './client.ts';
import { gymAnswers } from './gym-answers.ts';

export type AskGym = (operation: OperationId, asked?: Asked) => Promise<TestAnswer>;

type Credentials = Partial<Pick<CreatedGym, 'legacyGymId' | 'accessToken'>>;

/** Calls operations of the gym interface, version 1. */
export const gymClientOf = (
  app: Hono<PlatformEnv>,
  { legacyGymId, accessToken }: Credentials,
  basePath = '/v1',
): AskGym =>
  interfaceClient(
    {
      operations,
      answers: gymAnswers,
      findPublishedOperation,
      expectFailure: expectGymFailure,
      isOfNobody: ({ status }) => status === 401,
    },
    app,
    {
      headers: accessToken === undefined ? {} : { 'x-access-token': accessToken },
      query: legacyGymId === undefined ? {} : { gymId: String(legacyGymId) },
      basePath,
    },
  );

export function expectGymFailure({ status, body }: TestAnswer): void {
  expect(errorBody.strict().parse(body)).toEqual(body);
  expect(body.error).toBe(status);
}
