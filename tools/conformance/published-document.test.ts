import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { contracts } from './contracts.ts';
import { decidedAnswers } from './decided-answers.ts';
import { interfaceNames } from './interface-names.ts';
import { type InlineSchema, publishedDocument } from './published-document.ts';

interface Document {
  paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body>; operationId: string }>>;
}
interface Body {
  content?: Record<string, { schema: InlineSchema }>;
}

const read = (name: (typeof interfaceNames)[number]): Document =>
  JSON.parse(JSON.stringify(publishedDocument(contracts[name].facts, decidedAnswers[name])));
const schemaOf = (body: Body | undefined) => body?.content?.['application/json']?.schema;

test.each(interfaceNames)(
  '%s: an independent validator accepts the recorded contract as an OpenAPI document',
  async (name) => {
    expect(await new Validator().validate({ ...read(name) })).toMatchObject({ valid: true });
  },
);

test.each(interfaceNames)('%s: every response has a schema, and so has every error', (name) => {
  for (const methods of Object.values(read(name).paths)) {
    for (const { responses } of Object.values(methods)) {
      const failures = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
      expect(failures.length).toBeGreaterThan(0);
      for (const [, failure] of failures) expect(schemaOf(failure)?.additionalProperties).toBe(false);
    }
  }
});

test('an unknown field is rejected, and so is a response-only field in a request', () => {
  const publish = read('v2').paths['/api/v2/accounts']?.post;
  const [sent, answered] = [schemaOf(publish?.requestBody), schemaOf(publish?.responses['201'])];
  expect([sent?.additionalProperties, answered?.additionalProperties]).toEqual([false, false]);
  expect(Object.keys(sent?.properties ?? {})).not.toContain('accountId');
  expect(Object.keys(answered?.properties ?? {})).toContain('accountId');
});

test('only deliberate deviations are exempt: a task needs no author in a response, and one in a request', () => {
  const create = read('v2').paths['/api/v2/tasks']?.post;
  expect(schemaOf(create?.requestBody)?.required).toContain('authorId');
  expect(schemaOf(create?.responses['201'])?.required).not.toContain('authorId');
  expect(schemaOf(create?.responses['201'])?.required).toContain('targetId');
});
