import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { exportOperations } from '#platform/http/export/operation-index.ts';
import { gymOperations } from '#platform/http/v1/operation-index.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';
import { exampleAccountId } from './asked-parameters.ts';
import { curlOf } from './curl.ts';
import { exportReference } from './export-reference.ts';
import { gymReference } from './gym-reference.ts';
import { membershipReference } from './membership-reference.ts';

const variables = {
  PLATFORM: 'http://127.0.0.1:4010',
  API_KEY: 'fdk_a_b',
  ACCESS_TOKEN: 'a token',
  GYM_ID: '7',
  ACCOUNT_ID: 'an-account',
  EMAIL: 'admitted@sandbox.example',
};

/** What a shell makes of a command: the arguments that curl gets. */
function argumentsOf(command: string): string[] {
  const script = command.replace('curl', "printf '%s\\0'");
  const env = variables as unknown as NodeJS.ProcessEnv; // safe because: a shell needs no others
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

test.each([
  ['version 2', membershipReference, membershipOperations, 'x-api-key: fdk_a_b'],
  ['version 1', gymReference, gymOperations, 'X-ACCESS-TOKEN: a token'],
  ['the data export', exportReference, exportOperations, 'x-api-key: fdk_a_b'],
])('%s: the command of each operation reaches it, with the credential and a body', (_, create, index, credential) => {
  const { document, basePath, credential: sent } = create(new Date());
  const { schemas } = document.components;
  for (const [template, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, parameters = [], requestBody }] of Object.entries(methods)) {
      const operation = { operationId, method: method.toUpperCase(), path: `${basePath}${template}`, parameters };
      const given = argumentsOf(curlOf({ ...operation, content: requestBody?.content ?? {} }, sent, schemas));
      const [option, verb, address = '', header, shown, ...rest] = given;
      expect([option, verb, header, shown]).toEqual(['-X', operation.method, '-H', credential]);
      const { pathname, searchParams, origin } = new URL(address);
      expect(origin).toBe(variables.PLATFORM);
      expect(index.find(operation.method, pathname.slice(basePath.length)), address).toBe(operationId);
      for (const { name, in: place, required } of parameters) {
        if (place === 'query' && required) expect(searchParams.get(name), `${operationId} ${name}`).not.toBe('');
      }
      if (basePath) expect(searchParams.get('gymId')).toBe('7');
      if (requestBody?.content?.['application/json']) {
        expect(rest.slice(0, 3)).toEqual(['-H', 'content-type: application/json', '-d']);
        const body = rest[3] ?? '';
        expect(() => JSON.parse(body)).not.toThrow();
        expect(body).not.toContain(exampleAccountId);
      }
    }
  }
});

test('a quote in an example does not end the text of the shell, and an account is the one of its variable', () => {
  const content = { 'application/json': { schema: { example: { name: "O'Neill $(date)", of: exampleAccountId } } } };
  const operation = { operationId: 'x', method: 'POST', path: '/x', parameters: [], content };
  const command = curlOf(operation, { header: 'a', variable: 'apiKey' }, {});
  expect(argumentsOf(command).at(-1)).toBe(`{"name":"O'Neill $(date)","of":"an-account"}`);
});
