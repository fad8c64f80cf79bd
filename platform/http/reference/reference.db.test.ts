import { expect, test } from 'vitest';
import { errorCodes } from '#contracts/v2/errors.ts';
import { operations } from '#contracts/v2/operations.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

interface Documented {
  operationId: string;
  summary?: string;
  responses: Record<string, unknown>;
}

test('the document has every operation of the contract with its method, path and successes, and no other', async () => {
  const document = await (await platform.app.request('/openapi/v2.json')).json();
  const documented = Object.entries<Record<string, Documented>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      success: Object.keys(responses)
        .filter((status) => status.startsWith('2'))
        .map(Number),
    })),
  );
  const contract = Object.entries(operations).map(([operationId, { method, path, success }]) => ({
    operationId,
    method,
    path,
    success: [...success],
  }));
  const byId = (one: { operationId: string }, other: { operationId: string }) =>
    one.operationId.localeCompare(other.operationId);
  expect(documented.sort(byId)).toEqual(contract.sort(byId));
  expect(document.info.title).toBe('Membership management API, version 2');
});

test('the page names every operation with its address, and asks no other server for anything', async () => {
  const response = await platform.app.request('/reference/v2');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  for (const [operationId, { path }] of Object.entries(operations)) {
    expect(page).toContain(`id="${operationId}"`);
    expect(page).toContain(`<code>${path}</code>`);
  }
  for (const code of errorCodes) expect(page).toContain(`<code>${code}</code>`);
  expect(page).toContain('membership.startOfContract');
  expect(page).not.toMatch(/<script|<link|src=|https?:\/\//);
});
