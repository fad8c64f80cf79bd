/** Responses of other servers in place of the desk: of a gateway, a captive portal or a proxy, and truncated ones. */
export const foreignAnswers: readonly [name: string, answer: () => Response][] = [
  ['a gateway’s message', () => Response.json({ message: 'no Route matched with those values' })],
  ['a gateway’s message with 404', () => Response.json({ message: 'Not found' }, { status: 404 })],
  ['a gateway’s message with 429', () => Response.json({ message: 'Rate limit exceeded' }, { status: 429 })],
  ['null', () => Response.json(null)],
  ['an object like ours that says nothing', () => Response.json({ ok: false })],
  ['an object like ours with a code of its own', () => Response.json(foreignError('RATE_LIMITED'), { status: 403 })],
  ['an object like ours with a code of ours', () => Response.json(foreignError('notFound'), { status: 404 })],
  ['a success like ours with nothing in it', () => Response.json({ ok: true, value: {} })],
  ['a page', () => new Response('<!doctype html><title>Sign in to the network</title>')],
  ['nothing', () => new Response(null)],
  ['an answer that breaks off', () => new Response('{"ok":true,"value":{"kind":"admitted","tapId":"')],
];

const foreignError = (code: string) => ({ ok: false, error: { code, message: 'Refused by the gateway.' } });
