import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { findPublishedOperation as findExportOperation } from '#contracts/export/published/find-operation.ts';
import { checkRequest } from '#contracts/published/check-exchange.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import { exportDocument } from '#platform/http/export/document.ts';
import { maxFields } from '#platform/http/form-file.ts';
import { bodiesInProgress, picturesInProgress } from '#platform/http/limits-in-words.ts';
import { mostBodies } from '#platform/http/receive-body.ts';
import { gymDocument } from '#platform/http/v1/document.ts';
import { membershipDocument } from '#platform/http/v2/document.ts';
import { webhookEvent } from '#platform/http/v2/webhook-events.ts';
import { mostUploads } from '#platform/services/images/limit-uploads.ts';
import { mostWebhooks } from '#platform/services/webhooks/lanes.ts';
import { toSignedHeaders } from '#platform/services/webhooks/signed-headers.ts';
import { type CheckedDocument, findUndescribed, findWrongExamples } from '#platform/testing/document-check.ts';
import { exampleOf } from './example-of.ts';

/** The document as clients get it. */
const read = (document: object): CheckedDocument => JSON.parse(JSON.stringify(document));
const membership = () => read(membershipDocument(new Date()));
const dataExport = () => read(exportDocument(new Date()));
const documents = {
  'version 1': () => read(gymDocument(new Date())),
  'version 2': membership,
  'the data export': dataExport,
};

test.each(Object.entries(documents))(
  '%s: every field, parameter and header has a description and an example',
  (_, get) => {
    expect(findUndescribed(get())).toEqual([]);
  },
);

test.each(Object.entries(documents))('%s: a 429 names the limits that the operation has', (_, get) => {
  for (const { operationId, requestBody, responses } of Object.values(get().paths).flatMap(Object.values)) {
    const causes = responses[429]?.description ?? '';
    const { content = {} } = requestBody ?? {};
    expect(causes, operationId).toMatch(/used up/);
    expect(causes.includes(bodiesInProgress), operationId).toBe('application/json' in content);
    const takesPictures = ['uploadImage', 'publishUser'].includes(operationId ?? '');
    expect(causes.includes(picturesInProgress), operationId).toBe(takesPictures);
    const takesTans = ['publishAccount', 'updateAccount'].includes(operationId ?? '');
    expect(causes.includes('verification TANs'), operationId).toBe(takesTans);
  }
});

test('the limits of bodies and uploads are named as they are counted', () => {
  const mebibytes = ({ ofGym, ofAll }: Record<'ofGym' | 'ofAll', number>) =>
    `hold ${ofGym / 2 ** 20} MB of the gym, or ${ofAll / 2 ** 20} MB of all gyms`;
  expect(bodiesInProgress).toContain(mebibytes(mostBodies));
  expect(bodiesInProgress).toContain(`${mostBodies.reservedForKey / 2 ** 10} kB`);
  expect(picturesInProgress).toContain(
    mebibytes(mostUploads).replace('hold ', `hold ${mostUploads.ofKey / 2 ** 20} MB of the key, `),
  );
  expect([mostBodies, mostUploads].map(mebibytes)).toEqual([
    'hold 16 MB of the gym, or 128 MB of all gyms',
    'hold 80 MB of the gym, or 512 MB of all gyms',
  ]);
});

test('the limits of the form of a picture and of webhooks are named where they refuse', () => {
  const { paths } = membership();
  expect(paths['/api/v2/accounts/{accountId}/images']?.put?.responses[400]?.description).toContain(
    `${maxFields} fields`,
  );
  expect(paths['/api/v2/webhooks']?.post?.responses[409]?.description).toContain(`${mostWebhooks} webhooks`);
});

const validate = async (document: CheckedDocument) => (await new Validator().validate({ ...document })).valid;

test.each(Object.entries(documents))(
  '%s: an independent validator accepts the OpenAPI 3.1 document',
  async (_, get) => {
    expect(await validate(get())).toBe(true);
  },
);

test('an invalid document would be detected (negative control)', async () => {
  const document = membership();
  Reflect.deleteProperty(document, 'info');
  expect(await validate(document)).toBe(false);
});

test.each(Object.entries(documents))('%s: every example matches its schema, alone and in a whole body', (_, get) => {
  expect(findWrongExamples(get())).toEqual([]);
});

type Change = [string, string, (document: CheckedDocument) => unknown];
const fieldOf = ({ components }: CheckedDocument, schema: string, field: string) =>
  components.schemas[schema]?.properties?.[field] ?? {};

test.each<Change>([
  ['a description of a field', 'Task.name', (document) => delete fieldOf(document, 'Task', 'name').description],
  ['an example of a field', 'Task.name', (document) => delete fieldOf(document, 'Task', 'name').example],
  [
    'an example inside an object',
    'MemberAccount.contact.city',
    (document) => delete fieldOf(document, 'MemberAccount', 'contact').properties?.city?.example,
  ],
  [
    'a description of a parameter',
    'getTasks modifiedSince',
    ({ paths }) => {
      const [parameter] = paths['/api/v2/tasks']?.get?.parameters ?? [];
      delete parameter?.description;
      delete parameter?.schema?.description;
    },
  ],
  [
    'an example of a header of a webhook',
    'receiveEvent webhook-id',
    ({ webhooks }) =>
      delete webhooks?.event?.post?.parameters?.find(({ name }) => name === 'webhook-id')?.schema?.example,
  ],
  ['an example of a header', 'Allow', ({ components }) => delete components.headers.Allow?.example],
])('%s, if missing, would be detected (negative control)', (_, place, change) => {
  const document = membership();
  change(document);
  expect(findUndescribed(document)).toEqual([place]);
});

test.each([
  ['Task', 'dueDate', 4],
  ['RfidRequest', 'rfid', '04A2'],
  ['BookingRequest', 'endDate', 'next year'],
])('a wrong example of %s.%s would be detected (negative control)', (schema, field, example) => {
  const document = membership();
  fieldOf(document, schema, field).example = example;
  expect(findWrongExamples(document)).toContain(`${schema}.${field}`);
});

test.each([
  ['version 2', membership, findPublishedOperation],
  ['the data export', dataExport, findExportOperation],
])('%s: a body composed of the examples is valid by the published document', (_, get, find) => {
  const { paths, components } = get();
  const checked = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      const operation = find(method.toUpperCase(), path);
      if (!schema || !operation) return [];
      const json = exampleOf(schema, components.schemas);
      const request = { method, pathAndQuery: path, contentType: 'application/json', hasBody: true, json };
      return checkRequest({ ...operation, parameters: [] }, request);
    }),
  );
  expect(checked).toEqual([]);
});

test('the headers of the webhook are those that the platform sends, and the signature matches the example', () => {
  const { webhooks = {}, components } = membership();
  const parameters = webhooks[webhookEvent.path]?.post?.parameters ?? [];
  const example = Object.fromEntries(parameters.map(({ name, schema }) => [name, String(schema?.example)]));
  const { 'x-api-key': secret = '', 'webhook-id': id = '', 'webhook-timestamp': seconds } = example;
  const body = JSON.stringify(exampleOf({ $ref: '#/components/schemas/WebhookDelivery' }, components.schemas));
  expect(example).toEqual(toSignedHeaders({ id, at: new Date(Number(seconds) * 1000), body, secret }));
});
