import { some } from './places.ts';
import type { PlatformWorld } from './platform-requests.ts';
import type { Hostile } from './send-requests.ts';

const asForm = 'application/x-www-form-urlencoded';

/**
 * Every form of the console, without a session and as an owner, and every page of it with an id that does not exist.
 */
export function consoleRequests(origin: string, { bodies, things }: PlatformWorld): Hostile[] {
  const { webhookId, deliveryId, cookie } = things;
  const webhook = `webhooks/${webhookId}`;
  const doorOf = (who: string, page: string, headers: Record<string, string>) => {
    const [group, url] = [`platform, console, ${who}`, `${origin}/console/${page}`] as const;
    const post = (body: string, type = asForm, isInPieces = false): Hostile => ({
      group,
      url,
      init: { method: 'POST', body, headers: { origin, 'content-type': type, ...headers } },
      isInPieces,
    });
    return { post, get: (query: string): Hostile => ({ group, url: url + query, init: { headers } }) };
  };
  const asNobody = [
    'sign-in',
    'sign-in/passkey',
    'sign-in/question',
    'language',
    'keys',
    'keys/a%00b/revoke',
    'sign-out',
  ].flatMap((page) => {
    const { post } = doorOf('nobody', page, {});
    return [
      post('email=%ED%A0%80'),
      post(''),
      post('&a=1'.repeat(15_000)),
      post('--x', 'multipart/form-data; boundary=x'),
    ];
  });
  const forms: Record<string, object> = {
    language: { language: 'de', to: '/console/keys' },
    'account/password': { current: 'a wrong one', next: 'a new password', again: 'another password' },
    'account/passkeys/new': { held: 'v1.AAAA' },
    'account/passkeys': { answer: '{"id":"AAAA"}' },
    'account/passkeys/AAAA/rename': { name: 'Mine' },
    'account/passkeys/a%00b/remove': {},
    'account/sessions/a%00b/end': {},
    'account/passkeys/question': {},
    'add-passkey': { answer: '{"id":"AAAA"}', to: '/console/keys' },
    'add-passkey/question': {},
    'reauthentication/question': {},
    keys: { permission: 'accounts' },
    'keys/a%00b/revoke': {},
    'keys/0123456789/revoke': {},
    webhooks: { url: 'http://127.0.0.1:9/from-the-console', secret: 'a secret' },
    [`${webhook}/change`]: { url: 'http://127.0.0.1:9/changed', secret: 'a secret' },
    [`${webhook}/enable`]: {},
    [`${webhook}/test`]: {},
    'keys/token': {},
    'webhooks/a%00b/change': {},
    'webhooks/a%00b/test': {},
    'webhooks/9999999999999999/delete': {},
    [`${webhook}/deliveries/${deliveryId}/again`]: { attempts: '0', before: '' },
    [`${webhook}/deliveries/a%00b/again`]: { attempts: '0' },
  };
  const rightForms = ['language', 'keys', 'keys/token', 'webhooks'];
  rightForms.push(...['change', 'enable', 'test'].map((what) => `${webhook}/${what}`));
  const asOwner = Object.entries(forms).flatMap(([page, valid], at) => {
    const { post } = doorOf('an owner', page, { cookie });
    const names = Object.keys(valid);
    const nearly = names.length === 0 ? [] : bodies.nearly(valid, names, 3);
    const right = { ...post(formOf(valid)), isRight: true };
    return [
      ...(rightForms.includes(page) ? [right] : []),
      ...nearly.map((sent) => post(formOf(sent))),
      // each of them at several forms
      ...some(strangeForms(names[0] ?? 'a', post), at * 3, 4),
    ];
  });
  const places = ['%ED%A0%80', '..', '9999-12-31T23:59:59Z~0', '%00', 'x'.repeat(4_000), '1e400~', '&before=a'];
  const pages = ['messages', 'webhooks', webhook, `${webhook}/secret`, `${webhook}/delete`, 'webhooks/1e3'];
  pages.push(
    'keys/new',
    'keys/token',
    'keys/a%00b/revoke',
    'account',
    'account/passkeys/AAAA',
    'add-passkey',
    'sign-in',
  );
  const lists = pages.flatMap((page, at) =>
    some(places, at * 3, 3).map((place) =>
      doorOf('an owner', page, { cookie }).get(`?done=__proto__&to=${place}&before=${place}`),
    ),
  );
  // after all requests the session is still valid
  const last = { ...doorOf('an owner', 'keys', { cookie }).get(''), isRight: true };
  return [...asNobody, ...asOwner, ...lists, last];
}

function strangeForms(name: string, post: (body: string, type?: string, isInPieces?: boolean) => Hostile): Hostile[] {
  const part = (field: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; ${field}\r\n\r\n${value}\r\n--x--\r\n`;
  return [
    post(`${name}=a%00b`),
    post(`${name}=%ED%A0%80`),
    post('='.repeat(60_000)),
    post(`${name}[${'[a]'.repeat(9_000)}=1`),
    post(`&${name}=1`.repeat(5_000)),
    post(`${name}=de&to=//evil`, asForm, true),
    post('--x', 'multipart/form-data; boundary=x'),
    post(part(`name="${name}"; filename="a"`, 'a file'), 'multipart/form-data; boundary=x'),
    post(part(`name="__proto__"`, '\u0000'), 'multipart/form-data; boundary=x'),
    post(`\ufeff{"${name}":1}`, 'application/json'),
  ];
}

const formOf = (sent: object) =>
  new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : String(value),
    ]),
  ).toString();
