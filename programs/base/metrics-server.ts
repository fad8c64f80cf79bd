import http from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { readPort } from './launch-settings.ts';
import { UserError } from './user-error.ts';

export interface MetricsServer {
  /** The port to listen on; undefined if metrics are not enabled. */
  port: number | undefined;
  close(): Promise<void>;
}

export interface ProgramMetrics {
  registry: Registry;
  /** Updates the gauges that are only computed at a scrape. */
  refresh(): Promise<void>;
}

/**
 * Gauges with the suffix of a counter, which `promtool check metrics` rejects. Each is the sum of other gauges by type.
 */
const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/**
 * Serves a program's own and its process metrics at `/metrics` on a separate port: monitoring needs no access to the
 * program, and users of the program cannot read metrics.
 * @param variable names the setting with the port; without it nothing is served
 * @throws UserError if the port cannot be listened on
 */
export async function openMetricsServer(
  variable: 'DESK_METRICS_PORT' | 'PLATFORM_METRICS_PORT',
  { registry, refresh }: ProgramMetrics,
  env: Record<string, string | undefined> = process.env,
): Promise<MetricsServer> {
  if (!env[variable]) return { port: undefined, close: async () => {} };
  const port = readPort(env, variable, 0);
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const server = http.createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      await refresh();
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new UserError(`Port ${port} cannot be listened on (${error.code}): set ${variable} to another one.`));
    });
    server.listen(port, env.HOST || '127.0.0.1', resolve);
  });
  return {
    port,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
