import { setTimeout as pause } from 'node:timers/promises';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { memberSearch, presence, status, tapsOfToday } from '#lib/wire/reads/counter.ts';
import { createRandom } from '#platform/simulator/random.ts';
import { eventSourceOf } from '#tools/chaos/herd/event-source.ts';
import { openReception } from '#tools/chaos/load.ts';
import { prepareReception } from '#tools/chaos/reception.ts';
import { openWindow } from '#tools/chaos/window.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { databasesOf } from '#tools/testing/with-database.ts';

const windowCount = 4;
/** The limit of the key is 6 a second, and a visit takes two requests. */
const tapsPerSecond = 2;
const streamCount = 30;
const streamLastsMs = 20_000;
const readerCount = 4;
const readEveryMs = 150;
const typed = ['an', 'lena', 'vogt', 'mü', '1044', 'xyz'];

interface DeskLoad {
  /** Ends it. @throws if a read was not answered */
  end(): Promise<{ taps: number; reads: number; streams: number }>;
}

/** A busy counter: members come and go, windows read their lists and search, live streams open and close. */
export async function loadDesk(stack: Stack): Promise<DeskLoad> {
  const { deskUrl, password } = stack;
  const [gym] = await stack.platformAdmin<{ gymId: string }[]>('list-gyms');
  const inDatabase = databasesOf(stack);
  const options = { inDatabase, password, deskUrl, signInUrl: deskUrl, gymId: gym?.gymId };
  const { settings, members } = await prepareReception(options);
  const { cookie, place } = settings;
  const { load, windows } = openReception({
    members,
    tapsPerSecond,
    random: createRandom(1, 'soak'),
    openWindows: (listen) => Array.from({ length: windowCount }, () => openWindow(settings, listen)),
  });
  const stopping = new AbortController();
  let [reads, streams] = [0, 0];

  const addresses = [
    ...[presence, status, tapsOfToday].map((read) => addressOf(read, place.locationId, {})),
    ...typed.map((q) => addressOf(memberSearch, place.locationId, { q })),
  ];
  async function readOn(reader: number): Promise<void> {
    for (let index = reader; !stopping.signal.aborted; index += 1) {
      const address = addresses[index % addresses.length] ?? '';
      const answer = await fetch(deskUrl + address, { headers: { cookie } });
      await answer.arrayBuffer();
      if (answer.ok) reads += 1;
      // a full desk says so, and is asked again
      else if (answer.status !== 503) throw new Error(`The desk answers ${address} with ${answer.status}.`);
      await pause(readEveryMs);
    }
  }

  const Source = eventSourceOf({
    deskUrl,
    cookie: () => cookie,
    onAnswer: (status) => {
      if (status === 200) streams += 1;
    },
  });
  async function listenOn(listener: number): Promise<void> {
    await rest((streamLastsMs * listener) / streamCount);
    while (!stopping.signal.aborted) {
      const source = new Source(`/api/live?locationId=${place.locationId}`);
      await rest(streamLastsMs);
      source.close();
    }
  }
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const running = [
    ...Array.from({ length: readerCount }, (_, reader) => readOn(reader)),
    ...Array.from({ length: streamCount }, (_, listener) => listenOn(listener)),
  ];
  const ended = Promise.all(running);
  ended.catch(() => {}); // it is thrown at the end
  load.begin('soak');
  return {
    end: async () => {
      await load.end();
      stopping.abort();
      await Promise.all(windows.map((window) => window.close()));
      await ended;
      const answered = load.taps().filter(({ answer }) => answer.kind === 'acknowledged');
      return { taps: answered.length, reads, streams };
    },
  };
}
