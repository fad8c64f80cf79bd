import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { receiverCertificate } from '#platform/testing/certificate.ts';
import { listenForTest, startReceiver } from '#platform/testing/receiver.ts';
import type { FindAddresses } from '#shared/network/find-addresses.ts';
import { type PostOptions, postEvent } from './post-event.ts';

const message = { headers: { 'x-api-key': 'secret' }, body: '{"type":"TEST"}' };
const sandbox: PostOptions = { allowsLoopback: true, timeoutMs: 60_000 };
const internet: PostOptions = { allowsLoopback: false, timeoutMs: 60_000 };

/** A fake DNS server: one list of addresses per look-up. */
const answering = (...answers: string[][]): FindAddresses => {
  let turn = 0;
  return async () => {
    const addresses = answers[Math.min(turn, answers.length - 1)] ?? [];
    turn += 1;
    return addresses.map((address) => ({ address, family: net.isIP(address) }));
  };
};

const named = (url: URL, name: string) => new URL(url.href.replace('127.0.0.1', name));

test('a delivery is a JSON POST to the registered path', async () => {
  const receiver = await startReceiver();
  expect(await postEvent(receiver.url, message, sandbox)).toEqual({ status: 204 });
  expect(receiver.requests).toMatchObject([
    {
      path: '/events?gym=1',
      headers: { 'x-api-key': 'secret', 'content-type': 'application/json', 'content-length': '15' },
      body: message.body,
    },
  ]);
});

test('outside the sandbox no connection to loopback is made, however it is written', async () => {
  const receiver = await startReceiver();
  const { port } = receiver;
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
  ]) {
    const outcome = await postEvent(new URL(`http://${host}:${port}/`), message, internet);
    expect([host, outcome]).toEqual([host, { failure: 'forbidden address' }]);
  }
  expect(receiver.connections()).toBe(0);
});

test('a name that resolves to an internal address is not connected to, except in the sandbox', async () => {
  const receiver = await startReceiver();
  const url = named(receiver.url, 'receiver.example');
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', 'fd00:ec2::254']) {
    const findAddresses = answering([address]);
    expect(await postEvent(url, message, { ...internet, findAddresses })).toEqual({ failure: 'forbidden address' });
  }
  expect(receiver.connections()).toBe(0);
  expect(await postEvent(url, message, { ...sandbox, findAddresses: answering(['127.0.0.1']) })).toEqual({
    status: 204,
  });
  expect(receiver.requests[0]?.headers.host).toBe(`receiver.example:${receiver.port}`);
});

test('the system resolver is covered too: outside the sandbox no connection to localhost is made', async () => {
  const receiver = await startReceiver();
  expect(await postEvent(named(receiver.url, 'localhost'), message, internet)).toEqual({
    failure: 'forbidden address',
  });
  expect(receiver.connections()).toBe(0);
  expect(await postEvent(named(receiver.url, 'localhost'), message, sandbox)).toEqual({ status: 204 });
});

test('a receiver is looked up without a thread: one whose DNS does not answer would keep it', async () => {
  const looking = () => process.getActiveResourcesInfo().filter((name) => /getaddrinfo/i.test(name));
  const before = looking();
  const stopping = new AbortController();
  const trying = postEvent(new URL('https://receiver.example/'), message, { ...internet, signal: stopping.signal });
  expect(looking()).toEqual(before);
  stopping.abort();
  await expect(trying).rejects.toThrow();
});

test('a name that resolves differently for the next delivery is checked again', async () => {
  const receiver = await startReceiver();
  const url = named(receiver.url, 'rebinding.example');
  const findAddresses = answering(['127.0.0.1'], ['192.168.0.1']);
  expect(await postEvent(url, message, { ...sandbox, findAddresses })).toEqual({ status: 204 });
  expect(await postEvent(url, message, { ...sandbox, findAddresses })).toEqual({ failure: 'forbidden address' });
});

test('of several addresses only the allowed ones are used', async () => {
  const receiver = await startReceiver();
  const findAddresses = answering(['10.0.0.1', '192.168.0.1', '127.0.0.1']);
  const outcome = await postEvent(named(receiver.url, 'many.example'), message, { ...sandbox, findAddresses });
  expect(outcome).toEqual({ status: 204 });
});

const hasIpv6 = Object.values(os.networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.runIf(hasIpv6)('an IPv6 address in brackets is connected to only in the sandbox', async () => {
  const receiver = await startReceiver(undefined, '::1');
  const { url } = receiver;
  expect(await postEvent(url, message, internet)).toEqual({ failure: 'forbidden address' });
  expect(receiver.connections()).toBe(0);
  expect(await postEvent(url, message, sandbox)).toEqual({ status: 204 });
});

test('a redirect is a response, and is not followed', async () => {
  const target = await startReceiver();
  const receiver = await startReceiver((_, res) => res.writeHead(307, { location: target.url.href }).end());
  expect(await postEvent(receiver.url, message, sandbox)).toEqual({ status: 307 });
  expect(target.connections()).toBe(0);
});

test('a receiver that does not respond in time causes a timeout, even if it sends byte by byte', async () => {
  const silent = await startReceiver(() => {});
  expect(await postEvent(silent.url, message, { ...sandbox, timeoutMs: 100 })).toEqual({
    failure: 'no answer in time',
  });
  const dripping = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-more: 1\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const port = await listenForTest(dripping, '127.0.0.1');
  const url = new URL(`http://127.0.0.1:${port}/`);
  expect(await postEvent(url, message, { ...sandbox, timeoutMs: 100 })).toEqual({ failure: 'no answer in time' });
});

test('an endless response is not read: its status is enough', async () => {
  const receiver = await startReceiver((_, res) => {
    res.writeHead(200);
    const flow = setInterval(() => res.write('x'.repeat(65_536)), 1);
    res.on('close', () => clearInterval(flow));
  });
  expect(await postEvent(receiver.url, message, sandbox)).toEqual({ status: 200 });
});

test.each([
  ['is cut short', 'content-length: 100\r\n\r\nhello'],
  ['is malformed', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n'],
])('a body that %s does not change the outcome, whether or not it is read', async (_, rest) => {
  const receiver = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
  });
  const url = new URL(`http://127.0.0.1:${await listenForTest(receiver, '127.0.0.1')}/`);
  expect(await postEvent(url, message, { ...sandbox, readsBody: true })).toMatchObject({ status: 200 });
  expect(await postEvent(url, message, sandbox)).toEqual({ status: 200 });
});

test('no receiver, no name and no response are connection failures', async () => {
  const mute = net.createServer((socket) => socket.end());
  const port = await listenForTest(mute, '127.0.0.1');
  expect(await postEvent(new URL(`http://127.0.0.1:${port}/`), message, sandbox)).toEqual({ failure: 'no connection' });
  const closed = net.createServer();
  const closedPort = await listenForTest(closed, '127.0.0.1');
  await new Promise((resolve) => closed.close(resolve));
  const url = new URL(`http://127.0.0.1:${closedPort}/`);
  expect(await postEvent(url, message, sandbox)).toEqual({ failure: 'no connection' });
  const failing: FindAddresses = async () => {
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  };
  const unnamed = new URL('https://receiver.example/');
  expect(await postEvent(unnamed, message, { ...internet, findAddresses: failing })).toEqual({
    failure: 'no connection',
  });
});

test('HTTPS requires a trusted certificate with the name; otherwise the secret is not sent', async () => {
  let told = 0;
  const server = https.createServer(receiverCertificate, (_, res) => {
    told += 1;
    res.writeHead(204).end();
  });
  const port = await listenForTest(server, '127.0.0.1');
  const options = { ...sandbox, findAddresses: answering(['127.0.0.1']) };
  const post = (name: string) => postEvent(new URL(`https://${name}:${port}/`), message, options);
  expect(await post('receiver.example')).toEqual({ failure: 'no connection' });
  const trusted = tls.getCACertificates();
  tls.setDefaultCACertificates([...trusted, receiverCertificate.cert]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  expect(await post('another.example')).toEqual({ failure: 'no connection' });
  expect(told).toBe(0);
  expect(await post('receiver.example')).toEqual({ status: 204 });
});

test('an attempt can be aborted from outside, without an outcome', async () => {
  const silent = await startReceiver(() => {});
  const stopping = new AbortController();
  const trying = postEvent(silent.url, message, { ...sandbox, signal: stopping.signal });
  stopping.abort();
  await expect(trying).rejects.toThrow();
});
