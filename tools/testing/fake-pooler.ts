import net from 'node:net';

interface FakePooler {
  url: string;
  close(): Promise<void>;
}

export interface FakePoolerOptions {
  /** `session`: a backend per client; `transaction`: one for all; `statement`: one for all, and no transactions. */
  mode: 'session' | 'transaction' | 'statement';
  /** A startup parameter that it refuses. */
  refuses?: string;
}

/** Answers only the queries by which the programs detect a pooler, as a pooler would. */
export async function openFakePooler({ mode, refuses }: FakePoolerOptions): Promise<FakePooler> {
  const sockets = new Set<net.Socket>();
  let backends = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    backends += 1;
    const pid = mode === 'session' ? backends : 1;
    let isStarted = false;
    socket.on('data', (bytes) => {
      if (!isStarted) {
        isStarted = true;
        const isRefused = refuses !== undefined && bytes.includes(`\0${refuses}\0`);
        socket.write(
          isRefused ? fatal(`unsupported startup parameter: ${refuses}`) : [greeting, ready].join(''),
          'latin1',
        );
        if (isRefused) socket.end();
      } else if (bytes.toString('latin1', 0, 1) === 'Q') {
        socket.write(answerTo(bytes.toString('latin1', 5), pid, mode), 'latin1');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo; // safe because: it listens on TCP
  return {
    url: `postgres://desk:secret@127.0.0.1:${port}/desk`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(statement: string, pid: number, mode: FakePoolerOptions['mode']): string {
  if (statement.startsWith('select pg_backend_pid()')) return row('pid', String(pid)) + done('SELECT 1');
  if (mode === 'statement') return error('transaction blocks not allowed in statement pooling mode') + ready;
  return done('BEGIN');
}

const message = (type: string, body: string) => type + int32(body.length + 4) + body;
const int16 = (value: number) => String.fromCharCode(value >> 8, value & 255);
const int32 = (value: number) => int16(value >> 16) + int16(value & 65_535);

const ready = message('Z', 'I');
const greeting = message('R', int32(0));
const done = (tag: string) => message('C', `${tag}\0`) + ready;
const int4 = 23;
const row = (name: string, value: string) =>
  message('T', `${int16(1)}${name}\0${int32(0)}${int16(0)}${int32(int4)}${int16(4)}${int32(0)}${int16(0)}`) +
  message('D', `${int16(1)}${int32(value.length)}${value}`);
const fields = (severity: string, text: string) => `S${severity}\0V${severity}\0C08P01\0M${text}\0\0`;
const error = (text: string) => message('E', fields('ERROR', text));
const fatal = (text: string) => message('E', fields('FATAL', text));
