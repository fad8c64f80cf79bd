import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkAnswer, checkRequest, type NamedOperation, parseJson } from '#contracts/published/check-exchange.ts';
import type { Deviation } from '#contracts/published/check-value.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import { faultHeader } from '#platform/http/sandbox/apply-faults.ts';

/** A transparent proxy between a desk and its platform that validates all traffic against the published document. */
export interface ValidatingProxy {
  url: string;
  /** The violations since the last call, a sentence each, without duplicates. */
  takeViolations(): string[];
  stop(): Promise<void>;
}

interface ValidatingProxyOptions {
  platformPort: number;
  /** False for a platform with the other dialect. Simulated faults of the sandbox are never validated. */
  checksAnswers: boolean;
}

export async function startValidatingProxy(options: ValidatingProxyOptions): Promise<ValidatingProxy> {
  const violations = new Set<string>();
  const server = http.createServer((request, response) => pass(request, response, options, violations));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    takeViolations: () => {
      const taken = [...violations];
      violations.clear();
      return taken;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Streams bytes as they arrive, independently of the validation. An unreachable platform closes the connection. */
function pass(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { platformPort, checksAnswers }: ValidatingProxyOptions,
  violations: Set<string>,
): void {
  const { method = '', url: pathAndQuery = '' } = request;
  const operation = findPublishedOperation(method, pathAndQuery);
  if (!operation) violations.add(`request ${method} ${pathAndQuery}: is no operation of the document`);
  const onward = http.request({
    host: '127.0.0.1',
    port: platformPort,
    method,
    path: pathAndQuery,
    headers: headersOf(request),
    agent: false,
  });
  const end = () => request.socket.destroy();
  onward.on('error', end);
  response.on('close', () => onward.destroy());

  const sent = collect(request);
  request.on('end', () => {
    if (operation) note(violations, `request ${operation.operationId}`, checkSent(operation, request, sent()));
  });
  request.pipe(onward);

  onward.on('response', (answer) => {
    const { statusCode: status = 0 } = answer;
    const answered = collect(answer);
    answer.on('aborted', end);
    answer.on('end', () => {
      const isFault = answer.headers[faultHeader.toLowerCase()] !== undefined;
      if (!operation || !checksAnswers || isFault || !answer.complete) return;
      const deviations = checkAnswer(operation, { status, text: answered().toString() });
      note(violations, `answer ${status} of ${operation.operationId}`, deviations);
    });
    response.writeHead(status, headersOf(answer));
    answer.pipe(response);
  });
}

/** Without hop-by-hop headers: the proxy has two connections. */
function headersOf({ rawHeaders }: http.IncomingMessage): string[] {
  const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);
  return rawHeaders.filter((_, index) => !ofConnection.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''));
}

/** @returns the bytes received so far */
function collect(message: http.IncomingMessage): () => Buffer {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

function checkSent(operation: NamedOperation, { method = '', url = '', headers }: http.IncomingMessage, body: Buffer) {
  return checkRequest(operation, {
    method,
    pathAndQuery: url,
    contentType: headers['content-type'],
    hasBody: body.length > 0,
    json: parseJson(body.toString()),
  });
}

function note(violations: Set<string>, subject: string, deviations: Deviation[]): void {
  for (const { field, problem } of deviations) {
    violations.add(`${subject}: ${field === '' ? 'the whole' : field} ${problem}`);
  }
}
