import http from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { readPort } from './launch-settings.ts';
import { UserError } from './user-error.ts';

export interface MetricsServer {
  /** Where it listens; undefined where nobody asked for it. */
  port: number | undefined;
  close(): Promise<void>;
}

export interface ProgramMetrics {
  registry: Registry;
  /** Reads what is read at each scrape alone. */
  refresh(): Promise<void>;
}

/** Gauges that end like counters, which `promtool check metrics` refuses. Each says the sum of what others say by type. */
const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/**
 * Serves a program's metrics at `/metrics` of a port of their own, beside those of its process: so that who watches need not
 * be let into the program, and who may open the program sees none of them.
 * @param variable names the setting with the port; without it nothing is served
 * @throws UserError for a port that cannot be listened on
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
