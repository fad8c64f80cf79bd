import { expect, test } from '#e2e/base/fixtures.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import { findHook } from './hostile/what-there-is.ts';

const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
const differing = [...ofConnection, 'vary', 'x-request-id'];

test('deliveries of webhooks are answered like by Next, which has those with encoded addresses', async ({ stack }) => {
  const { id, secret } = await untilFound('webhook of the desk', () => findHook(stack));
  const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  const ask = async (name: string, init: RequestInit) => {
    const answer = await fetch(`${stack.deskUrl}/api/hooks/${name}`, { redirect: 'manual', ...init });
    const headers = [...answer.headers].filter(([header]) => !differing.includes(header));
    return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() };
  };
  const deliver = (body: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    body,
    headers: { 'x-api-key': secret, 'content-type': 'application/json', ...headers },
  });
  const told = JSON.stringify({ type: 'TEST' });
  const requests: [RequestInit, number][] = [
    [deliver(told), 204],
    [deliver(told, { 'content-type': 'text/plain' }), 204],
    [deliver(told, { 'content-type': 'multipart/form-data; boundary=x' }), 415],
    [deliver(told, { 'x-api-key': 'guessed' }), 401],
    [deliver(told, { 'webhook-id': 'd1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }), 401],
    [deliver(''), 400],
    [deliver('GYM_CHECKIN'), 400],
    [deliver(' '.repeat(4 * 1024 + 1)), 413],
    [{ method: 'GET' }, 405],
    [{ method: 'HEAD' }, 405],
    [{ method: 'OPTIONS' }, 204],
    [{ method: 'PUT', body: told }, 405],
  ];
  for (const [request, status] of requests) {
    const answer = await ask(id, request);
    expect(answer.status, JSON.stringify(request)).toBe(status);
    expect(answer, JSON.stringify(request)).toEqual(await ask(encoded, request));
  }
});
