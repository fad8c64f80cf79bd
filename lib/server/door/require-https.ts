import type { IncomingMessage, RequestListener } from 'node:http';
import { noteFailure } from '#lib/server/log/request-context.ts';
import { cameEncrypted } from '#shared/https/came-encrypted.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { clientAddressOf } from '#shared/sign-in/client-address.ts';

interface HttpsRules {
  /** The desk's public address, as configured. */
  deskUrl: string;
  /** Whether an address is a trusted proxy, whose forwarded headers count. A proxy on this machine always is. */
  isProxy(address: string): boolean;
  /** Whether plain HTTP is allowed for an address of the gym's own network. */
  mayBePlain(address: string): boolean;
}

/**
 * Refuses requests over plain HTTP from other machines, before reading anything, so that passwords and names of members are
 * never sent unencrypted. Forwarded headers count only from a trusted proxy. The rule is about the client's address, unlike the
 * platform's, which is about the connection (`platform/http/require-https.ts`).
 */
export const requireHttps =
  (handle: RequestListener, rules: HttpsRules): RequestListener =>
  (request, response) => {
    if (isSafe(request, rules)) return handle(request, response);
    noteFailure('httpsRequired');
    response.writeHead(403, headers).end(sentencesFor(rules.deskUrl));
  };

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

function isSafe({ socket, headers }: IncomingMessage, { isProxy, mayBePlain }: HttpsRules): boolean {
  const remote = socket.remoteAddress ?? '';
  const client = clientAddressOf(remote, headers['x-forwarded-for'], isProxy);
  if (isLoopback(client) || mayBePlain(client)) return true;
  const arrival = { remoteAddress: remote, isEncrypted: false, forwardedProto: headers['x-forwarded-proto'] };
  // a request from this machine without forwarded headers came through no proxy; `client` is this machine then
  return cameEncrypted(arrival, (address) => isProxy(address) || isLoopback(address));
}

/** In both languages, since the reader's is not known. */
function sentencesFor(deskUrl: string): string {
  const english = 'Front Desk answers other devices only over HTTPS.';
  const german = 'Front Desk antwortet anderen Geräten nur über HTTPS.';
  const page = 'docs/operate.md, "HTTPS for tablets"';
  return deskUrl.startsWith('https:')
    ? `${english} Open ${deskUrl} instead.\n${german} Öffnen Sie stattdessen ${deskUrl}.\n`
    : `${english} What to do: ${page}.\n${german} Was zu tun ist: ${page}.\n`;
}
