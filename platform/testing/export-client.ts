import type { Hono } from 'hono';
import { expect } from 'vitest';
import { errorBody } from '#contracts/export/errors.ts';
import { type OperationId, operations } from '#contracts/export/operations.ts';
import { findPublishedOperation } from '#contracts/export/published/find-operation.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { type Asked, interfaceClient, type TestAnswer } from './client.ts';
import { exportAnswers } from './export-answers.ts';

export type AskExport = (operation: OperationId, asked?: Asked) => Promise<TestAnswer>;

/** Calls operations of the data export. */
export const exportClientOf = (app: Hono<PlatformEnv>, apiKey: string | undefined): AskExport =>
  interfaceClient(
    {
      operations,
      answers: exportAnswers,
      findPublishedOperation,
      expectFailure: expectExportFailure,
      isOfNobody: ({ status }) => status === 401,
    },
    app,
    { headers: apiKey === undefined ? {} : { 'x-api-key': apiKey } },
  );

export function expectExportFailure({ body }: TestAnswer): void {
  expect(errorBody.strict().parse(body)).toEqual(body);
}
