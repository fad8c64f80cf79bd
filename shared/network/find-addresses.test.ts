import dgram from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { createFindAddresses, type FindAddresses } from './find-addresses.ts';

type Type = 'A' | 'AAAA';
type Answer = 'known' | 'unknown' | 'failing' | 'silent';

const statuses = { known: '8180', failing: '8182', unknown: '8183' };
const known = [
  { address: '192.0.2.1', family: 4 },
  { address: '2001:db8::1', family: 6 },
];
const records = { A: '0004c0000201', AAAA: '001020010db8000000000000000000000001' };

/** RFC 1035, section 4. */
function replyTo(query: Buffer, type: Type, answer: Exclude<Answer, 'silent'>): Buffer {
  const hex = query.toString('hex', 0, questionEnd(query));
  const count = answer === 'known' ? '0001' : '0000';
  const record = answer === 'known' ? `c00c${hex.slice(-8)}00000000${records[type]}` : '';
  return Buffer.from(`${hex.slice(0, 4)}${statuses[answer]}0001${count}00000000${hex.slice(24)}${record}`, 'hex');
}

const questionEnd = (query: Buffer) => query.indexOf(0, 12) + 5;

/** A DNS server. The first label of a name is how it answers, unless `answerOf` says it. */
async function startNameServer(answerOf?: (type: Type) => Answer | Promise<Answer>) {
  const asked: string[] = [];
  const held: (() => Promise<void>)[] = [];
  const server = dgram.createSocket('udp4');
  server.on('message', async (query, { port, address }) => {
    const label = query.toString('latin1', 13, 13 + query.readUInt8(12));
    const type = query.readUInt16BE(questionEnd(query) - 4) === 28 ? 'AAAA' : 'A';
    asked.push(`${label} ${type}`);
    const answer = (await answerOf?.(type)) ?? (label as Answer); // safe because: the tests ask for these names
    const send = (what: Exclude<Answer, 'silent'>) =>
      new Promise<void>((resolve) => server.send(replyTo(query, type, what), port, address, () => resolve()));
    if (answer === 'silent') held.push(() => send('failing'));
    else void send(answer);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    // those who wait end with the test
    await Promise.all(held.map((answerAtLast) => answerAtLast()));
    server.close();
  });
  return { asked, servers: [`127.0.0.1:${server.address().port}`] };
}

const inHosts = [{ address: '198.51.100.7', family: 4 }];
const system = () => vi.fn<FindAddresses>(async () => inHosts);
/** So long that no test sees it pass, or so short that none waits for it. */
const [never, soon] = [600_000, 10];
const patient = { timeoutMs: never, ipv6LateMs: never, ipv4LateMs: never };

test('names whose server is silent do not delay others', async () => {
  const { asked, servers } = await startNameServer();
  const find = createFindAddresses({ servers, ...patient, system: system() });
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  for (let n = 0; n < 50; n += 1) find(`silent.${n}.example`).then(end, end);
  await until(() => expect(asked).toHaveLength(100));
  expect(await find('known.example')).toEqual(known);
  expect(ended).toBe(0);
});

test.each<{ other: Answer; lateMs: number }>([
  { other: 'unknown', lateMs: never },
  { other: 'failing', lateMs: never },
  { other: 'silent', lateMs: soon },
])('of a name that has addresses of one family, those are found: the other is $other', async ({ other, lateMs }) => {
  for (const [index, family] of (['A', 'AAAA'] as const).entries()) {
    const { servers } = await startNameServer((type) => (type === family ? 'known' : other));
    const late = { ipv6LateMs: lateMs, ipv4LateMs: lateMs };
    const find = createFindAddresses({ servers, ...patient, ...late, system: system() });
    expect(await find('receiver.example')).toEqual(known.slice(index, index + 1));
  }
});

test('addresses of IPv4 are waited for through the second try once there are some of IPv6', async () => {
  const { servers } = await startNameServer(async (type): Promise<Answer> => {
    // a machine that is slower than this only finds the mistake more rarely
    if (type === 'A') await wait(20 * soon);
    return 'known';
  });
  const find = createFindAddresses({ servers, timeoutMs: never, ipv6LateMs: soon, system: system() });
  expect(await find('receiver.example')).toEqual(known);
});

test.each(['silent', 'failing'])(
  'the system is not asked where a server is %s, and the code is its own',
  async (name) => {
    const { servers } = await startNameServer();
    const asked = system();
    const find = createFindAddresses({ servers, ...patient, timeoutMs: soon, system: asked });
    await expect(find(`${name}.example`)).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(asked).not.toHaveBeenCalled();
  },
);

test('a name that the DNS does not have is one of the system, as is any name where there is no DNS server', async () => {
  const { servers } = await startNameServer();
  expect(await createFindAddresses({ servers, ...patient, system: system() })('unknown.example')).toEqual(inHosts);
  const closed = dgram.createSocket('udp4').bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const gone = [`127.0.0.1:${closed.address().port}`];
  await new Promise<void>((resolve) => closed.close(resolve));
  expect(await createFindAddresses({ servers: gone, ...patient, system: system() })('known.example')).toEqual(inHosts);
});

test('a name of this machine is never asked of the DNS', async () => {
  const { asked, servers } = await startNameServer();
  const find = createFindAddresses({ servers, ...patient, system: system() });
  expect(await find('localhost')).toEqual(inHosts);
  expect(await find('desk.localhost')).toEqual(inHosts);
  expect(asked).toEqual([]);
});

test('the system is asked about one name at a time, also after one that it does not have', async () => {
  const { servers } = await startNameServer();
  const turns: PromiseWithResolvers<typeof inHosts>[] = [];
  const asked = vi.fn<FindAddresses>(() => {
    const turn = Promise.withResolvers<typeof inHosts>();
    turns.push(turn);
    return turn.promise;
  });
  const find = createFindAddresses({ servers, ...patient, system: asked });
  const [first, second] = [find('unknown.1.example'), find('unknown.2.example')];
  for (const one of [first, second]) one.catch(() => {});
  await until(() => expect(turns).toHaveLength(1));
  turns[0]?.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
  await until(() => expect(turns).toHaveLength(2));
  turns[1]?.resolve(inHosts);
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('simultaneous calls for a name share one look-up, later ones have their own', async () => {
  const { asked, servers } = await startNameServer();
  const find = createFindAddresses({ servers, ...patient, system: system() });
  const found = await Promise.all([find('known.example'), find('known.example'), find('known.example')]);
  expect(found).toEqual([known, known, known]);
  expect(asked).toHaveLength(2);
  await find('known.example');
  expect(asked).toHaveLength(4);
});
