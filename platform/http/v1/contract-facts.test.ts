import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '#contracts/v1/operations.ts';
import { publishedFacts } from '#contracts/v1/published/facts.ts';
import { type OpenApiDocument, operationOf, readContractFacts, schemaOf } from '#platform/testing/contract-facts.ts';
import { findDeviations } from '#platform/testing/published-deviations.ts';
import { toDocument } from '#platform/testing/published-document.ts';
import { decidedDeviations } from './decided-deviations.ts';
import { gymDocument } from './document.ts';

/** The generated document, as clients get it. */
const generated = (): OpenApiDocument => JSON.parse(JSON.stringify(gymDocument(new Date())));
const recorded = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'contract-facts.json'), 'utf8'));
const published = readContractFacts(toDocument(publishedFacts));
const decided = decidedDeviations.flatMap(({ deviations }) => deviations).toSorted();
const deviationsOf = (document: OpenApiDocument) => findDeviations(published, readContractFacts(document)).toSorted();

test('paths, parameters, fields, enums and statuses match the recorded ones', () => {
  expect(readContractFacts(generated())).toEqual(recorded);
});

test('the contract has the operations of the published document, at the same paths', () => {
  const addresses = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  expect(Object.fromEntries(addresses)).toEqual(
    Object.fromEntries(Object.entries(published).map(([id, { operation }]) => [id, operation])),
  );
});

test('every deviation from the published document is a listed decision, and every decision is needed', () => {
  expect(deviationsOf(generated())).toEqual(decided);
  expect(new Set(decided).size).toBe(decided.length);
});

type Change = [string, string, (document: OpenApiDocument) => unknown];
test.each<Change>([
  [
    'a missing parameter',
    'listTasks parameter -query modified-since: string',
    (document) => {
      const list = operationOf(document, '/task', 'get');
      list.parameters = list.parameters?.filter(({ name }) => name !== 'modified-since') ?? [];
    },
  ],
  [
    'a missing field of a response',
    'getProfile response -barcode: string',
    (document) => delete schemaOf(document, 'MemberInformation').properties?.barcode,
  ],
  [
    'a new field of a response',
    'getProfile response +accountId: string',
    (document) =>
      Object.assign(schemaOf(document, 'MemberInformation').properties ?? {}, { accountId: { type: 'string' } }),
  ],
  [
    'a newly required field',
    'updateTask request +taskName!: string',
    (document) => Object.assign(schemaOf(document, 'TaskChanges'), { required: ['taskName'] }),
  ],
  [
    'a missing enum value',
    'publishUser request -userMotiveList[]: ACTIVATION|GENERAL_FITNESS|HEALTH|RELAX|SHAPE|SOCIAL',
    (document) => schemaOf(document, 'MemberToPublish').properties?.userMotiveList?.items?.enum?.shift(),
  ],
  [
    'a missing success status',
    'createTask status -200',
    (document) => delete operationOf(document, '/task', 'post').responses[200],
  ],
])('%s would be detected (negative control)', (_, deviation, change) => {
  const document = generated();
  change(document);
  expect(deviationsOf(document)).not.toEqual(decided);
  expect(deviationsOf(document)).toContain(deviation);
  expect(readContractFacts(document)).not.toEqual(recorded);
});
