import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type OpenApiDocument, operationOf, readContractFacts, schemaOf } from '#platform/testing/contract-facts.ts';
import { membershipDocument } from './document.ts';

/** The generated document, as clients get it. */
const generated = (): OpenApiDocument => JSON.parse(JSON.stringify(membershipDocument(new Date())));
const recorded = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'contract-facts.json'), 'utf8'));

test('paths, parameters, fields, enums and statuses match the published interface', () => {
  expect(readContractFacts(generated())).toEqual(recorded);
});

type Change = [string, (document: OpenApiDocument) => unknown];
test.each<Change>([
  ['a path', ({ paths }) => delete paths['/api/v2/tasks']],
  ['a parameter', (document) => operationOf(document, '/api/v2/accounts', 'get').parameters?.pop()],
  ['a success', (document) => delete operationOf(document, '/api/v2/tasks', 'post').responses[201]],
  ['a required field', (document) => schemaOf(document, 'TaskRequest').required?.pop()],
  ['an enum', (document) => schemaOf(document, 'RfidRequest').properties?.tagFormat?.enum?.shift()],
  ['a field of a response', (document) => delete schemaOf(document, 'Admission').properties?.firstAdmission],
])('%s, if missing, would be detected (negative control)', (_, change) => {
  const document = generated();
  change(document);
  expect(readContractFacts(document)).not.toEqual(recorded);
});
