import { STATUS_CODES } from 'node:http';

/** A response of a gateway, a captive portal or a proxy in place of a program's own. */
export interface ForeignAnswer {
  status: number;
  /** The media type of the body; null without one. */
  type: string | null;
  body: string;
}

export const pageOf = (status: 200 | 502): ForeignAnswer => ({
  status,
  type: 'text/html',
  body: '<html><body><h1>Welcome to the network of the house</h1></body></html>',
});

const json = (status: number, body: string): ForeignAnswer => ({ status, type: 'application/json', body });
const message = (status: number, said: string) => json(status, JSON.stringify({ message: said }));

/** JSON of gateways, and other responses that mean the program did nothing. */
export const gatewayAnswers: readonly ForeignAnswer[] = [
  message(200, 'OK'),
  json(200, 'null'),
  json(200, '{"ok":false}'),
  json(200, '[]'),
  json(200, ''),
  { status: 200, type: null, body: '' },
  { status: 204, type: null, body: '' },
  message(401, 'Unauthorized'),
  message(403, 'Forbidden'),
  message(404, 'no Route matched with those values'),
  message(429, 'API rate limit exceeded'),
  message(500, 'An unexpected error occurred'),
  message(502, 'An invalid response was received from the upstream server'),
  message(503, 'Service Unavailable'),
  message(504, 'Endpoint request timed out'),
  pageOf(200),
];

/** Formats it as HTTP/1.1. */
export function write({ status, type, body }: ForeignAnswer): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `date: ${new Date().toUTCString()}`,
    ...(type === null ? [] : [`content-type: ${type}`]),
    ...(status === 204 ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
