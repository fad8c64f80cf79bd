import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '#contracts/export/operations.ts';
import { publishedFacts } from '#contracts/export/published/facts.ts';
import { type OpenApiDocument, operationOf, readContractFacts, schemaOf } from '#platform/testing/contract-facts.ts';
import { findDeviations } from '#platform/testing/published-deviations.ts';
import { toDocument } from '#platform/testing/published-document.ts';
import { readValueFacts } from '#platform/testing/value-facts.ts';
import { decidedDeviations } from './decided-deviations.ts';
import { exportDocument } from './document.ts';

/** The generated document, as clients get it. */
const generated = (): OpenApiDocument => JSON.parse(JSON.stringify(exportDocument(new Date())));
const recorded = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'contract-facts.json'), 'utf8'));
const published = toDocument(publishedFacts);
const publishedContract = readContractFacts(published);
const decided = decidedDeviations.flatMap(({ deviations }) => deviations).toSorted();

const valueDeviations = (document: OpenApiDocument): string[] => {
  const [theirs, ours] = [readValueFacts(published), readValueFacts(document)];
  const told = (fact: string, sign: string) => fact.replace(': ', ` ${sign}`);
  return [
    ...theirs.filter((fact) => !ours.includes(fact)).map((fact) => told(fact, '-')),
    ...ours.filter((fact) => !theirs.includes(fact)).map((fact) => told(fact, '+')),
  ];
};
const deviationsOf = (document: OpenApiDocument) =>
  [...findDeviations(publishedContract, readContractFacts(document)), ...valueDeviations(document)].toSorted();

test('paths, parameters, fields, enums and statuses match the recorded ones', () => {
  expect(readContractFacts(generated())).toEqual(recorded);
});

test('the contract has the operations of the published document, at the same paths', () => {
  const addresses = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  expect(Object.fromEntries(addresses)).toEqual(
    Object.fromEntries(Object.entries(publishedContract).map(([id, { operation }]) => [id, operation])),
  );
});

test('every deviation from the published document is a listed decision, and every decision is needed', () => {
  expect(deviationsOf(generated())).toEqual(decided);
  expect(new Set(decided).size).toBe(decided.length);
});

test('every operation requires a key in x-api-key, and every response includes its gym', () => {
  const { paths, components } = exportDocument(new Date());
  expect(components?.securitySchemes?.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' });
  const all = Object.values(paths ?? {}).flatMap((methods) => Object.values(methods));
  expect(all.map(({ security }) => security)).toEqual(all.map(() => [{ apiKey: [] }]));
  const gyms = Object.values(readContractFacts(generated())).map(({ response }) =>
    response.includes('gym!.name!: string'),
  );
  expect(gyms.filter(Boolean)).toHaveLength(Object.keys(operations).length - 2); // a job belongs to the key's gym by its id
});

type Change = [string, string, (document: OpenApiDocument) => unknown];
test.each<Change>([
  [
    'a missing parameter',
    'getAnalyticsExport parameter -query cursor: string',
    (document) => {
      const page = operationOf(document, '/api/v1/data/analytics', 'get');
      page.parameters = page.parameters?.filter(({ name }) => name !== 'cursor') ?? [];
    },
  ],
  [
    'a missing field of a response',
    'getAnalyticsExport response -data[].metricSubType: string',
    (document) => delete schemaOf(document, 'AnalyticsExportItem').properties?.metricSubType,
  ],
  [
    'a new field of a response',
    'getOptedOutUsersExport response +data![].email: string',
    (document) =>
      Object.assign(schemaOf(document, 'OptedOutUserExportItem').properties ?? {}, { email: { type: 'string' } }),
  ],
  [
    'a newly required field',
    'createAsyncExportJob request +fileType!: CSV|JSON|JSONL',
    (document) => schemaOf(document, 'AsyncExportCreateRequest').required?.push('fileType'),
  ],
  [
    'a missing enum value',
    'getAsyncExportJobStatus response -status: DONE|EXPIRED|FAILED|IN_PROGRESS',
    (document) => schemaOf(document, 'AsyncExportStatusResponse').properties?.status?.enum?.pop(),
  ],
  [
    'another success status',
    'createAsyncExportJob status -201',
    (document) => delete operationOf(document, '/api/v1/data/async', 'post').responses[201],
  ],
  [
    'an unpublished null',
    'getBodyMeasurementsExport answer data[].externalAccountId +string or null',
    (document) =>
      Object.assign(schemaOf(document, 'BodyMeasurementItem').properties?.externalAccountId ?? {}, {
        type: ['string', 'null'],
      }),
  ],
  [
    'a missing format',
    'getOptedOutUsersExport answer data[].lastSeenAt -date-time or null',
    (document) => {
      const { lastSeenAt = {} } = schemaOf(document, 'OptedOutUserExportItem').properties ?? {};
      delete lastSeenAt.format;
    },
  ],
])('%s would be detected (negative control)', (_, deviation, change) => {
  const document = generated();
  change(document);
  expect(deviationsOf(document)).not.toEqual(decided);
  expect(deviationsOf(document)).toContain(deviation);
});
