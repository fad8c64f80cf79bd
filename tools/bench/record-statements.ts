import pg from 'pg';
import { createApp } from '#platform/app.ts';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { openDatabase } from '#platform/db/client.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { sandboxWebhooks } from '#platform/testing/webhook-rules.ts';
import type { BenchRequest } from './load.ts';

export interface RecordedStatement {
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** The statements that the platform sent to PostgreSQL for one request, in order, and its response. */
export interface RecordedRequest {
  statements: RecordedStatement[];
  status: number;
  body: string;
}

/** Serves requests by a platform in this process, and records its statements. */
export async function recordStatements(
  databaseUrl: string,
  requests: readonly BenchRequest[],
): Promise<RecordedRequest[]> {
  const recorder = startRecording();
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const app = createApp({
      db,
      clock: systemClock,
      ids: randomIds,
      log: createLog('silent'),
      webhooks: sandboxWebhooks,
      exports: exportRules,
      owners: ownerRules,
    });
    const serve = async ({ path, ...request }: BenchRequest) => {
      const response = await app.request(path, request);
      const body = await response.text();
      if (!response.ok) throw new Error(`${request.method} ${path} answers ${response.status}: ${body}`);
      return { status: response.status, body };
    };
    const [first] = requests;
    if (first) await serve(first); // opens the connection, which is not part of a request
    const recorded: RecordedRequest[] = [];
    for (const request of requests.slice(1)) {
      recorder.take();
      const answer = await serve(request);
      recorded.push({ ...answer, statements: recorder.take() });
    }
    return recorded;
  } finally {
    recorder.stop();
    await db.close();
  }
}

type Query = (...question: unknown[]) => unknown;

/** Records on every connection opened from now on. */
function startRecording() {
  const { prototype } = pg.Client;
  const query = prototype.query as Query; // safe because: arguments are passed on unchanged
  let recorded: RecordedStatement[] = [];
  const listening: Query = function (this: pg.Client, ...question) {
    const [asked] = question;
    if (isStatement(asked)) recorded.push({ name: asked.name, text: asked.text, values: valuesOf(asked, question[1]) });
    return query.apply(this, question);
  };
  prototype.query = listening as typeof prototype.query; // safe because: it returns what the original returns
  return {
    take: () => {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    stop: () => {
      prototype.query = query as typeof prototype.query; // safe because: it is the original
    },
  };
}

const isStatement = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === 'object' && asked !== null && 'text' in asked;

const valuesOf = ({ values }: pg.QueryConfig, beside: unknown): unknown[] =>
  values ?? (Array.isArray(beside) ? beside : []);
