import fs from 'node:fs';
import path from 'node:path';
import type { Sample } from './collection/sample.ts';
import { contracts } from './contracts.ts';
import type { Trial } from './judged.ts';

/** Every operation must accept its sample, and reject an unknown key. */
export function portmanSettings(
  { name, gym }: Pick<Trial, 'name' | 'gym'>,
  samples: Record<string, Sample>,
  folder: string,
) {
  const { refusedStatus, credentialsOf } = contracts[name];
  const [key] = Object.keys(credentialsOf(gym).headers);
  const every = { openApiOperation: '*::/*' };
  const tests = [
    { ...every, statusSuccess: { enabled: true } },
    { ...every, contentType: { enabled: true } },
    { ...every, jsonBody: { enabled: true } },
    { ...every, schemaValidation: { enabled: true } },
    { ...every, headersPresent: { enabled: true } },
  ];
  const refused = {
    name: 'with an unknown key',
    openApiResponse: String(refusedStatus),
    overwrites: [{ overwriteRequestSecurity: { apiKey: { key, value: 'unknown', in: 'header' } } }],
    tests: {
      contractTests: [
        { statusCode: { enabled: true, code: refusedStatus } },
        { jsonBody: { enabled: true } },
        { schemaValidation: { enabled: true } },
      ],
    },
  };
  return {
    version: 1,
    globals: { stripResponseExamples: true },
    tests: { contractTests: tests, variationTests: [{ ...every, variations: [refused] }] },
    overwrites: Object.entries(samples).map(([operationId, sample]) => overwriteOf(operationId, sample, folder)),
  };
}

function overwriteOf(openApiOperationId: string, { path: inPath, query, body, file }: Sample, folder: string) {
  const pairs = (values: Record<string, unknown> = {}) =>
    Object.entries(values).map(([key, value]) => ({ key, value: String(value), overwrite: true }));
  if (file) fs.writeFileSync(path.join(folder, `${openApiOperationId}.jpg`), file);
  return {
    openApiOperationId,
    overwriteRequestPathVariables: pairs(inPath),
    overwriteRequestQueryParams: pairs(query).map((pair) => ({ ...pair, disable: false })),
    ...(body ? { overwriteRequestBody: [{ key: '.', value: body, overwrite: true }] } : {}),
    ...(file ? { overwriteRequestBody: [{ key: 'file', value: `${openApiOperationId}.jpg`, overwrite: true }] } : {}),
  };
}
