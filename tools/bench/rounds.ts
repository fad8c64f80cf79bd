import { type BenchRequest, drive } from './load.ts';
import { type Answered, loadRow, quantile, type Row } from './row.ts';

interface Target {
  name: string;
  url: string;
  next(): BenchRequest;
}

interface Rounds {
  connections: number;
  /** The duration of all rounds of a target. */
  durationS: number;
  /** Microseconds that the measured program and its database have spent on a processor, NaN where that is unknown. */
  processorTime(): { program: number; database: number };
}

const rounds = 5;

/**
 * Loads several servers in alternating short rounds: other work on the machine then slows all of them alike, and the
 * median of the ratios is comparable between runs, unlike the rates.
 * @param measured compared with the last one of `others`
 */
export async function measureInRounds(measured: Target[], others: Target[], options: Rounds): Promise<Row[]> {
  const targets = [...measured, ...others];
  const { connections } = options;
  const durationS = Math.max(1, options.durationS / rounds);
  for (const { url, next } of targets) await drive({ url, next, connections, durationS: 1 });
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
  const [reference] = others.slice(-1);
  const bareRates = reference ? ratesOf(reference) : [];
  return targets.flatMap((target) => {
    const all = answered.get(target.name) ?? [];
    const together = {
      samplesMs: all.flatMap((one) => one.samplesMs),
      durationS: sum(all.map((one) => one.durationS)),
    };
    const row = loadRow(target.name, connections, together);
    if (!measured.includes(target)) return [row];
    const value = (name: string, amounts: number[], unit: string): Row[] =>
      amounts.some(Number.isNaN)
        ? []
        : [{ name, connections, value: { amount: quantile(amounts, 0.5), unit }, samples: row.samples }];
    const times = spent.get(target.name) ?? [];
    const shares = ratesOf(target).map((rate, round) => (100 * rate) / (bareRates[round] ?? Number.NaN));
    return [
      row,
      ...value(`${target.name}: requests a second, of those of the bare server`, shares, '%'),
      ...value(
        `${target.name}: processor time of the platform per request`,
        times.map(({ program }) => program),
        'µs',
      ),
      ...value(
        `${target.name}: processor time of PostgreSQL per request`,
        times.map(({ database }) => database),
        'µs',
      ),
    ];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
