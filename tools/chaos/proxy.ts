import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ForeignAnswer, pageOf, write } from './foreign-answers.ts';

/** The simulated network faults of connections through the proxy. */
export type NetworkFault =
  /** Every connection is reset, open ones immediately. */
  | { kind: 'reset' }
  /** Requests arrive; at the first byte of the response the connection is reset. */
  | { kind: 'answerLost' }
  | { kind: 'slow'; requestMs: number; answerMs: number }
  /** Nothing arrives during the fault, and everything after it. */
  | { kind: 'held' }
  /** Nothing arrives, during the fault or later, and no error is reported. */
  | { kind: 'swallowed' }
  /** The far end has closed the existing connections without the near end noticing. New ones work. */
  | { kind: 'halfOpen' }
  /** An intermediary responds in place of the far end, with each of these in turn. */
  | { kind: 'foreign'; answers: readonly ForeignAnswer[] };

export interface FaultyProxy {
  /** Its loopback URL. */
  url: string;
  /** Applies the fault to every connection from now on; null passes data through. */
  setFault(fault: NetworkFault | null): void;
  close(): Promise<void>;
}

type Direction = 'request' | 'answer';

interface Link {
  near: net.Socket;
  far: net.Socket;
  /** Nothing passes any more, in either direction. */
  isDead: boolean;
}

/**
 * A proxy in front of programs of this machine. With several targets, connections are distributed among those that are
 * up.
 */
export async function openProxy(targetUrls: readonly string[]): Promise<FaultyProxy> {
  const links = new Set<Link>();
  let fault: NetworkFault | null = null;
  let over = Promise.withResolvers<void>();

  let turn = 0;
  let answered = 0;

  async function reach(): Promise<net.Socket | null> {
    turn += 1;
    for (let index = 0; index < targetUrls.length; index += 1) {
      const far = await connect(targetUrls[(turn + index) % targetUrls.length] ?? '');
      if (far) return far;
    }
    return null;
  }

  const server = net.createServer({ noDelay: true }, async (near) => {
    near.on('error', () => {});
    const far = fault?.kind === 'reset' ? null : await reach();
    if (!far || near.destroyed) {
      near.resetAndDestroy();
      far?.destroy();
      return;
    }
    const link: Link = { near, far, isDead: false };
    links.add(link);
    far.on('error', () => link.isDead || near.resetAndDestroy());
    carry(link, 'request');
    carry(link, 'answer');
    near.on('close', () => {
      links.delete(link);
      far.destroy();
    });
  });

  /** Passes data in one direction, in order, as the current fault allows. */
  function carry(link: Link, direction: Direction): void {
    const [from, to] = direction === 'request' ? [link.near, link.far] : [link.far, link.near];
    let before: Promise<unknown> = Promise.resolve();
    const inOrder = (delay: Promise<unknown>, work: () => void) => {
      before = Promise.all([before, delay]).then(() => link.isDead || to.destroyed || work());
    };
    from.on('data', (bytes) => {
      if (link.isDead) return;
      const delay = delayOf(link, direction);
      if (delay) inOrder(delay, () => to.write(bytes));
    });
    from.on('end', () => inOrder(fault?.kind === 'held' ? over.promise : Promise.resolve(), () => to.end()));
  }

  /** @returns when the data may be passed on; null for never */
  function delayOf(link: Link, direction: Direction): Promise<unknown> | null {
    switch (fault?.kind) {
      case undefined:
      case 'halfOpen':
        return Promise.resolve();
      case 'slow':
        return sleep(direction === 'request' ? fault.requestMs : fault.answerMs);
      case 'held':
        return over.promise;
      case 'swallowed':
        link.isDead = true;
        return null;
      case 'reset':
        reset(link);
        return null;
      case 'answerLost':
        if (direction === 'request') return Promise.resolve();
        reset(link);
        return null;
      case 'foreign':
        link.isDead = true;
        answered += 1;
        link.near.end(write(fault.answers[answered % fault.answers.length] ?? pageOf(502)));
        return null;
    }
  }

  function reset(link: Link): void {
    link.isDead = true;
    link.near.resetAndDestroy();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`, // safe because: it listens on TCP
    setFault(next) {
      fault = next;
      over.resolve();
      over = Promise.withResolvers();
      if (next?.kind === 'reset') for (const link of links) reset(link);
      if (next?.kind === 'halfOpen') {
        for (const link of links) {
          link.isDead = true;
          link.far.destroy();
        }
      }
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const link of links) link.near.destroy();
      await closed;
    },
  };
}

/** @returns null if nothing listens there */
function connect(url: string): Promise<net.Socket | null> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect({ port: Number(port), host, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
