import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createS3Store } from '#platform/services/exports/files/s3-store.ts';

/** A bucket that accepts the start of an upload and responds to nothing else, and the methods of its requests. */
export async function openSilentBucket(answersWithinMs?: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    asked.push(request.method ?? '');
    if (request.method !== 'POST') return;
    response.setHeader('content-type', 'application/xml');
    response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe because: it listens on a port
  const url = `http://127.0.0.1:${port}/gym-exports`;
  return {
    asked,
    store: createS3Store(
      { url, region: 'us-east-1', prefix: 'exports/', key: 'key', secret: 'secret' },
      answersWithinMs,
    ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
