import { setTimeout as wait } from 'node:timers/promises';

/** The position of the question, from 1, that a row answers. */
interface Placed {
  place: number;
}

interface Question {
  values: readonly unknown[];
  resolve(rows: object[]): void;
  reject(reason: unknown): void;
}

interface BatchOptions {
  /** Answers several questions by one statement. `columns` has an array for each value, with an element for each question. */
  run(columns: unknown[][]): Promise<Placed[]>;
  /** The index of a value that may be only once in a batch. */
  unique?: number | undefined;
  /** Whether an error concerns the connection, so that it would be the same for each question alone. */
  isOfAll(error: unknown): boolean;
  /** Called when nothing is asked any more. */
  onIdle(): void;
  /** How long the next batch waits for the one before, so that a statement that waits for a lock delays nobody else. */
  patienceMs?: number;
}

/** So few that a batch never delays a request noticeably. */
const longest = 100;

/**
 * Answers what is asked while a batch is under way in the next batch, so that many requests share one statement. An
 * error is given only to the question that causes it: each question of a failed batch is asked again, alone.
 */
export function openBatch({ run, unique, isOfAll, onIdle, patienceMs = 50 }: BatchOptions) {
  let waiting: Question[] = [];
  let isUnderWay = false;

  /** Takes as many as fit into a batch, the oldest first. */
  function takeBatch(): Question[] {
    const taken: Question[] = [];
    const left: Question[] = [];
    const known = new Set<unknown>();
    for (const question of waiting) {
      const value = unique === undefined ? question : question.values[unique];
      const fits = taken.length < longest && !known.has(value);
      known.add(value);
      (fits ? taken : left).push(question);
    }
    waiting = left;
    return taken;
  }

  async function answer(batch: Question[]): Promise<void> {
    const width = batch[0]?.values.length ?? 0;
    const columns = Array.from({ length: width }, (_, index) => batch.map(({ values }) => values[index]));
    try {
      const rowsOf = Map.groupBy(await run(columns), ({ place }) => place);
      for (const [index, { resolve }] of batch.entries()) resolve(rowsOf.get(index + 1) ?? []);
    } catch (error) {
      if (batch.length === 1 || isOfAll(error)) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map((question) => answer([question])));
    }
  }

  async function answerAll(): Promise<void> {
    while (waiting.length > 0) {
      await Promise.race([answer(takeBatch()), wait(patienceMs, undefined, { ref: false })]);
    }
    isUnderWay = false;
    onIdle();
  }

  return (values: readonly unknown[]): Promise<object[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ values, resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      setImmediate(answerAll); // with everything that has arrived at the same time
    });
}
