import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/export/operations.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { expectExportFailure } from '#platform/testing/export-client.ts';
import { type ExportSamples, exportOperationIds, sampleExport } from '#platform/testing/export-samples.ts';
import { hostileBodyOf, hugeBodyOf, mediaType, nested } from '#platform/testing/hostile-bodies.ts';
import { oddText, oddValue, pathsOf, spoil } from '#platform/testing/odd-input.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const wellFormed = oddText.filter((text) => text.isWellFormed());
const writing = exportOperationIds.filter((operation) => operations[operation].method === 'POST');
const field = fc.constantFrom('startDate', 'endDate', 'exportType', 'fileType', '__proto__', 'constructor', 'toString');

interface Sent {
  query?: string;
  body?: string;
  type?: string;
  path?: Record<string, string>;
}

async function send({ gym, requests }: ExportSamples, operation: OperationId, sent: Sent) {
  platform.time.now = new Date(platform.time.now.getTime() + 1000);
  const { method, path } = operations[operation];
  const names = { ...requests[operation].path, ...sent.path };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(Reflect.get(names, name))));
  const answer = await readAnswer(
    await platform.app.request(`${address}?${sent.query ?? ''}`, {
      method,
      headers: { 'x-api-key': gym.apiKey, 'content-type': sent.type ?? 'application/json' },
      body: method === 'GET' ? null : (sent.body ?? JSON.stringify(requests[operation].body)),
    }),
  );
  expect(answer.status, `${operation} ${JSON.stringify(sent).slice(0, 300)}`).toBeLessThan(500);
  if (answer.status >= 400) expectExportFailure(answer);
  return answer;
}

const day = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((at) => at.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2026-11-01',
    '2026-11-21',
    '2026-11-30',
    '0001-01-01',
    '9999-12-31',
    '2026-11-31',
    '10000-01-01',
    '1e3',
  ),
  wellFormed,
);
const parameter = fc.oneof(
  fc.tuple(fc.constantFrom('startDate', 'endDate'), day),
  fc.tuple(fc.constantFrom('cursor', 'Cursor', 'gymId', '__proto__', 'constructor', 'toString'), wellFormed),
  fc.tuple(
    fc.constant('cursor'),
    fc.base64String().map((text) => `v1.${text}`),
  ),
);

test.each(exportOperationIds)(
  '%s answers any query in its own error format, and never with a 500',
  async (operation) => {
    const samples = await sampleExport(platform);
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 6 }), async (parameters) => {
        await send(samples, operation, { query: new URLSearchParams(parameters).toString() });
      }),
      { numRuns: 120 },
    );
  },
);

const withParameters = exportOperationIds.filter((one) => one.endsWith('Export') && one !== 'getOptedOutUsersExport');

test.each(withParameters)('%s conforms to its contract with one malformed parameter', async (operation) => {
  const { gym, requests } = await sampleExport(platform);
  const { query = {}, ...asked } = requests[operation];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('startDate', 'endDate', 'cursor'),
      fc.oneof(day, wellFormed),
      async (name, value) => {
        platform.time.now = new Date(platform.time.now.getTime() + 1000);
        const { status } = await gym.askExport(operation, { ...asked, query: { ...query, [name]: value } });
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 60 },
  );
});

const inPath = wellFormed.filter((text) => text !== '' && text !== '.' && text !== '..');
const named = exportOperationIds.filter((operation) => operations[operation].path.includes('{'));

test.runIf(named.length > 0)('any path is 404, or 400 if it cannot be stored', async () => {
  const samples = await sampleExport(platform);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...named), inPath, async (operation, jobId) => {
      expect([400, 404]).toContain((await send(samples, operation, { path: { jobId } })).status);
    }),
    { numRuns: 150 },
  );
});

test.runIf(writing.length > 0)(
  'every body is answered in this interface’s error format, and never with a 500',
  async () => {
    const samples = await sampleExport(platform);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writing),
        hostileBodyOf(field),
        mediaType,
        async (operation, { body }, type) => {
          await send(samples, operation, { body, type });
        },
      ),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...writing), hugeBodyOf(field), async (operation, { body }) => {
        await send(samples, operation, { body });
      }),
      { numRuns: 10 },
    );
    const deep = nested('[', ']', 10_000);
    for (const operation of writing) {
      const { status, body } = await send(samples, operation, { body: `{"startDate":${deep}}` });
      expect([status, body.message.length < 500]).toEqual([400, true]);
    }
  },
);

test.runIf(writing.length > 0)(
  'the response conforms to the contract with any value in any field of a body',
  async () => {
    const { gym, requests } = await sampleExport(platform);
    const places = writing.flatMap((operation) =>
      pathsOf(requests[operation].body).map((path) => ({ operation, path })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), oddValue, async ({ operation, path }, value) => {
        platform.time.now = new Date(platform.time.now.getTime() + 1000);
        const { body, ...asked } = requests[operation];
        const { status } = await gym.askExport(operation, { ...asked, body: spoil(Object(body), path, value) });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  },
);
