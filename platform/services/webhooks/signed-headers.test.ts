import { expect, test } from 'vitest';
import { toSignedHeaders } from './signed-headers.ts';

test('a delivery has its secret beside its signature', () => {
  expect(toSignedHeaders({ id: 'one', at: new Date(1_500), body: '{}', secret: 'a shared secret' })).toEqual({
    'x-api-key': 'a shared secret',
    'webhook-id': 'one',
    'webhook-timestamp': '1',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
});
