import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Refuses protocol upgrades, such as WebSocket. The built desk supports none, and Next would leave such a connection open without
 * an answer, exempt from all timeouts of the server.
 */
export function refuseUpgrades(server: Server): void {
  server.prependListener('upgrade', (_request, socket: Duplex) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
}
