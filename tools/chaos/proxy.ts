import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ForeignAnswer, pageOf, write } from './foreign-answers.ts';

/** What a network does to the connections that go through it. */
export type NetworkFault =
  /** Every connection is reset, those that are open at once. */
  | { kind: 'reset' }
  /** Requests arrive; at the first byte of the answer the connection is reset. */
  | { kind: 'answerLost' }
  | { kind: 'slow'; requestMs: number; answerMs: number }
  /** Nothing arrives while it lasts, and everything afterwards. */
  | { kind: 'held' }
  /** Nothing arrives, then or later, and nobody is told. */
  | { kind: 'swallowed' }
  /** The far end has closed the connections there are, and the near one does not know. New ones work. */
  | { kind: 'halfOpen' }
  /** Something on the way answers in the place of the far end, with the next of these each time. */
  | { kind: 'foreign'; answers: readonly ForeignAnswer[] };

export interface FaultyProxy {
  /** Where it listens on loopback. */
  url: string;
  /** From now on does this to every connection; null: passes on what comes. */
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

/** A network of our own in front of programs of this machine. Of several, each connection goes to another one that is up. */
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

  /** Passes on what comes in one direction, in its order, as the fault of the moment allows. */
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

  /** @returns when what was sent may go on; null where it never does */
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

/** @returns null where nobody listens */
function connect(url: string): Promise<net.Socket | null> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect({ port: Number(port), host, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
