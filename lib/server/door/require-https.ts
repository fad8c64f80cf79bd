import type { IncomingMessage, RequestListener } from 'node:http';
import { noteFailure } from '#lib/server/log/request-context.ts';
import { cameEncrypted } from '#shared/https/came-encrypted.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { clientAddressOf } from '#shared/sign-in/client-address.ts';

interface HttpsRules {
  /** The address the desk was told. */
  deskUrl: string;
  /** Whether a machine ends TLS in front of the desk: its word on scheme and client counts. One on this machine always does. */
  isProxy(address: string): boolean;
  /** Whether plain HTTP is served to an address of the gym's own network. */
  mayBePlain(address: string): boolean;
}

/**
 * Refuses what came over plain HTTP from another machine, before anything of it is read: a password or the name of a member
 * is not to travel where others can listen. Who lies about the scheme without being a proxy harms nobody, and is not heard.
 * Asked is where the person sits: a proxy on this machine always counts, and hands on who it asks for. The platform asks for
 * the connection alone (`platform/http/require-https.ts`).
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
  // on this machine, what says nothing of a proxy came from none; `client` then is this machine
  return cameEncrypted(arrival, (address) => isProxy(address) || isLoopback(address));
}

/** In both languages of the desk: nothing is known of who asks. */
function sentencesFor(deskUrl: string): string {
  const english = 'Front Desk answers other devices only over HTTPS.';
  const german = 'Front Desk antwortet anderen Geräten nur über HTTPS.';
  const page = 'docs/operate.md, "HTTPS for tablets"';
  return deskUrl.startsWith('https:')
    ? `${english} Open ${deskUrl} instead.\n${german} Öffnen Sie stattdessen ${deskUrl}.\n`
    : `${english} What to do: ${page}.\n${german} Was zu tun ist: ${page}.\n`;
}
