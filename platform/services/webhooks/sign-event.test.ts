import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { toSignedHeaders } from './sign-event.ts';

test('a message is signed as the Standard Webhooks specification shows in its example', () => {
  const headers = toSignedHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  });
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret of any other form is the key itself, and is sent along', () => {
  const headers = toSignedHeaders({ id: 'one', at: new Date(1_500), body: '{}', secret: 'a shared secret' });
  const expected = createHmac('sha256', 'a shared secret').update('one.1.{}').digest('base64');
  expect(headers).toMatchObject({ 'x-api-key': 'a shared secret', 'webhook-signature': `v1,${expected}` });
});
