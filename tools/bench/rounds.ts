import { type BenchRequest, drive, warmUpS } from './load.ts';
import { type Answered, loadRow, quantile, type Row } from './row.ts';

export interface Target {
  name: string;
  url: string;
  next(): BenchRequest;
}

/** A server to compare with. */
export interface Peer extends Target {
  /** How it is called in the rows of the comparison, such as `the bare server`; without a name it is only measured. */
  as?: string;
}

export interface ProcessorTimes {
  /** Microseconds that the measured program and its database have spent on a processor, NaN where that is unknown. */
  processorTime(): { program: number; database: number };
}

interface Rounds extends ProcessorTimes {
  connections: number;
  /** The duration of all rounds of a target. */
  durationS: number;
  /** The least share of a peer's requests a second that the first of the measured should have, in per cent, by {@link Peer.as}. */
  least?: Record<string, number>;
}

const rounds = 5;

/**
 * Loads several servers in alternating short rounds, each after its warm-up: other work on the machine then slows all of them alike,
 * and the median of the ratios is comparable between runs, unlike the rates.
 */
export async function measureInRounds(measured: Target[], peers: Peer[], options: Rounds): Promise<Row[]> {
  const targets = [...measured, ...peers];
  const { connections, least = {} } = options;
  const durationS = Math.max(1, options.durationS / rounds);
  for (const { url, next } of targets) await drive({ url, next, connections, durationS: warmUpS });
  const answered = new Map<string, Answered[]>(targets.map(({ name }) => [name, []]));
  const spent = new Map<string, { program: number; database: number }[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, url, next } of round % 2 ? targets.toReversed() : targets) {
      const before = options.processorTime();
      const one = await drive({ url, next, connections, durationS }).catch((cause) => {
        throw new Error(`${name}, ${connections} connections: ${cause.message}`, { cause });
      });
      const after = options.processorTime();
      answered.get(name)?.push(one);
      const perRequest = (from: number, to: number) => (to - from) / one.samplesMs.length;
      const program = perRequest(before.program, after.program);
      spent.get(name)?.push({ program, database: perRequest(before.database, after.database) });
    }
  }
  const ratesOf = ({ name }: Target) => (answered.get(name) ?? []).map((one) => one.samplesMs.length / one.durationS);
  const rowOf = ({ name }: Target) => {
    const all = answered.get(name) ?? [];
    const together = {
      samplesMs: all.flatMap((one) => one.samplesMs),
      durationS: sum(all.map((one) => one.durationS)),
    };
    return loadRow(name, connections, together);
  };
  return [
    ...measured.flatMap((target, place) => {
      const row = rowOf(target);
      const value = (name: string, amounts: number[], unit: string, goal?: number): Row[] => {
        const of = { amount: quantile(amounts.filter(Number.isFinite), 0.5), unit };
        const { samples } = row;
        if (amounts.some(Number.isNaN)) return [];
        return [
          {
            name: `${target.name}: ${name}`,
            connections,
            value: of,
            samples,
            ...(goal !== undefined && { least: goal }),
          },
        ];
      };
      const times = spent.get(target.name) ?? [];
      const programs = times.map(({ program }) => program);
      const databases = times.map(({ database }) => database);
      return [
        row,
        ...peers.flatMap((peer) => {
          const rates = ratesOf(peer);
          const shares = ratesOf(target).map((rate, round) => (100 * rate) / (rates[round] ?? Number.NaN));
          const goal = place === 0 && peer.as ? least[peer.as] : undefined;
          return peer.as ? value(`requests a second, of those of ${peer.as}`, shares, '%', goal) : [];
        }),
        ...value('processor time of the platform per request', programs, 'µs'),
        ...value('processor time of PostgreSQL per request', databases, 'µs'),
      ];
    }),
    ...peers.map(rowOf),
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
