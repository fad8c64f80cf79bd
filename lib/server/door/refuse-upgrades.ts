import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Ends what asks for another protocol than HTTP. The built desk speaks none, and Next leaves such a connection open without an
 * answer, for as long as whoever opened it likes: no limit of the server holds for it any more.
 */
export function refuseUpgrades(server: Server): void {
  server.prependListener('upgrade', (_request, socket: Duplex) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
}
