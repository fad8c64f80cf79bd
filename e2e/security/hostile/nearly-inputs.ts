import { createHmac, randomUUID } from 'node:crypto';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import type { Bodies } from './bodies.ts';
import { some } from './places.ts';
import type { Hostile } from './send-requests.ts';
import type { DeskThings } from './what-there-is.ts';

/** The input, and whether it is valid. */
type Sent = Required<Pick<Hostile, 'isRight'>> & { body: string };

/** A valid input, and some almost valid ones. @param own unique values, which stay valid */
function rightAndNearly(bodies: Bodies, right: object, own: () => object): Sent[] {
  const sent = [right, ...bodies.nearly(right, Object.keys(right), 3)];
  return sent.map((each, at) => ({ body: JSON.stringify({ ...own(), ...each }), isRight: at === 0 }));
}

/** Taps of every kind, about existing members. */
export function nearlyTaps(bodies: Bodies, { locationId, managerId, accountIds }: DeskThings): Sent[] {
  const now = Date.now();
  const times = { tappedAt: now, sentAt: now, ageMs: 5, byDesk: { at: now, isSure: true } };
  const kinds: [kind: string, input: object][] = [
    ['lookUp', { source: 'scan', value: '0x04B81D5A2F6C80' }],
    ['lookUp', { source: 'chosen', value: accountIds[1] }],
    ['checkIn', { accountId: accountIds[2] }],
    ['checkOut', { accountId: accountIds[2] }],
    ['admitAnyway', { accountId: accountIds[3], reason: 'because I can' }],
    ['undo', {}],
    ['void', { value: '0x04B8' }],
  ];
  return kinds.flatMap(([kind, input]) => {
    const right = { kind, ...times, ...input };
    const sent = rightAndNearly(bodies, right, () => ({
      locationId,
      staffId: managerId,
      tapId: randomUUID(),
    }));
    // there is no such tap to undo
    return kind === 'undo' ? sent.map((each) => ({ ...each, isRight: false })) : sent;
  });
}

/** Changes of an existing task, and new tasks. */
export function nearlyChanges(bodies: Bodies, { locationId, managerId, accountIds, taskId }: DeskThings): Sent[] {
  const now = Date.now();
  const edits = {
    name: { from: 'a', to: 'b' },
    type: { from: null, to: 'GENERAL' },
    dueDate: { from: null, to: '2030-01-01' },
  };
  const kinds: Record<string, object> = {
    create: { accountId: accountIds[0], what: { name: 'a task', type: 'GENERAL' }, dueDate: '2030-01-01' },
    edit: { edits },
    complete: {},
    reopen: { undoes: randomUUID() },
  };
  return Object.entries(kinds).flatMap(([kind, input]) => {
    const right = { kind, ...(kind !== 'create' && { taskId }), at: now, sentAt: now, ...input };
    return rightAndNearly(bodies, right, () => ({
      locationId,
      staffId: managerId,
      changeId: randomUUID(),
    }));
  });
}

/** Webhook deliveries with the secret of a location: signed, wrongly signed, and unsigned. */
export function nearlyDeliveries(
  url: string,
  { bodies, things: { hook, accountIds } }: { bodies: Bodies; things: DeskThings },
): Hostile[] {
  const delivery = (body: string, headers: Record<string, string>): Hostile => ({
    group: 'desk, hooks, by their secret',
    url,
    init: {
      method: 'POST',
      body,
      headers: { 'x-api-key': hook.secret, 'content-type': 'application/json', ...headers },
    },
  });
  const signed = (body: string, secret = hook.secret): Hostile => {
    const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000))];
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
    return delivery(body, headers);
  };
  const events = webhookEventTypes.flatMap((type, at) => {
    const right = { type, timestamp: Date.now(), accountId: accountIds[at] };
    return rightAndNearly(bodies, right, () => ({}));
  });
  const inEvents = events.map(({ body }) => body);
  return [
    ...some(bodies.jsons, 0, 16).map((body) => signed(body)),
    ...events.map(({ body, isRight }) => ({ ...signed(body), isRight })),
    ...some(inEvents, 0, 4).map((body) => signed(body, 'another secret')),
    ...some(inEvents, 4, 4).map((body) => delivery(body, {})),
    ...['v1', 'v1,', 'v2,a v1,%00', ','.repeat(5_000)].map((signature) =>
      delivery('{}', { 'webhook-id': 'a', 'webhook-timestamp': '1e9', 'webhook-signature': signature }),
    ),
  ];
}
