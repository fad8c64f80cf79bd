/** The position of the question, from 1, that a row answers. */
interface Placed {
  place: number;
}

interface Question {
  values: readonly unknown[];
  /** Questions with the same text are asked one after the other, never in one batch. */
  oncePer: string | undefined;
  resolve(rows: object[]): void;
  reject(reason: unknown): void;
}

interface BatchOptions {
  /** Answers several questions by one statement. `columns` has an array for each value, with an element for each question. */
  run(columns: unknown[][]): Promise<Placed[]>;
  /** Whether the values of one question may have caused an error, so that the others have an answer without it. */
  isOfOne(error: unknown): boolean;
  /** Called when no question is without an answer. */
  onIdle(): void;
  /** How long the next batch waits for the one before, which may wait for a lock. */
  patienceMs?: number;
}

/** So few that a batch never delays a request noticeably. */
const longest = 100;

/**
 * Answers what is asked while a batch is under way in the next batch, so that many requests share one statement. An
 * error is given only to the question that causes it: each question of a failed batch is asked again, alone.
 */
export function openBatch({ run, isOfOne, onIdle, patienceMs = 50 }: BatchOptions) {
  const ready: Question[] = [];
  /** Questions that wait for the answer to one with the same `oncePer`. It has a key as long as there is such a question. */
  const behind = new Map<string, Question[]>();
  let unanswered = 0;
  let isUnderWay = false;

  function addQuestion(question: Question): void {
    unanswered += 1;
    const { oncePer } = question;
    const others = oncePer === undefined ? undefined : behind.get(oncePer);
    if (others) {
      others.push(question);
      return;
    }
    if (oncePer !== undefined) behind.set(oncePer, []);
    addReady(question);
  }

  function addReady(question: Question): void {
    ready.push(question);
    if (isUnderWay) return;
    isUnderWay = true;
    setImmediate(answerAll); // with everything that has arrived at the same time
  }

  function endQuestion({ oncePer }: Question): void {
    unanswered -= 1;
    if (unanswered === 0) onIdle();
    if (oncePer === undefined) return;
    const next = behind.get(oncePer)?.shift();
    if (next) addReady(next);
    else behind.delete(oncePer);
  }

  /** They have waited as long as the question itself. One after the other, they would wait for the same error again. */
  function rejectBehind({ oncePer }: Question, error: unknown): void {
    const others = oncePer === undefined ? undefined : behind.get(oncePer)?.splice(0);
    for (const { reject } of others ?? []) {
      unanswered -= 1;
      reject(error);
    }
  }

  async function answer(batch: Question[]): Promise<void> {
    const width = batch[0]?.values.length ?? 0;
    const columns = Array.from({ length: width }, (_, index) => batch.map(({ values }) => values[index]));
    try {
      const rowsOf = Map.groupBy(await run(columns), ({ place }) => place);
      for (const [index, { resolve }] of batch.entries()) resolve(rowsOf.get(index + 1) ?? []);
    } catch (error) {
      const isOne = isOfOne(error);
      if (isOne && batch.length > 1) {
        await Promise.all(batch.map((question) => answer([question])));
        return;
      }
      for (const question of batch) {
        question.reject(error);
        if (!isOne) rejectBehind(question, error);
      }
    }
    for (const question of batch) endQuestion(question);
  }

  async function answerAll(): Promise<void> {
    while (ready.length > 0) await orPatienceEnds(answer(ready.splice(0, longest)));
    isUnderWay = false;
  }

  const orPatienceEnds = (answered: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs).unref();
      void answered.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  return (values: readonly unknown[], oncePer?: string): Promise<object[]> =>
    new Promise((resolve, reject) => addQuestion({ values, oncePer, resolve, reject }));
}
