import net from 'node:net';

/**
 * Requests a path many times on one connection, without waiting for responses.
 * @returns everything received until the connection ended
 */
export function askAtOnce(port: number, path: string, times: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  socket.on('error', () => {}).once('close', () => resolve(heard));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`.repeat(times));
  return promise;
}
