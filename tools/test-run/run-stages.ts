import { busyCoreSeconds, lineOf } from './step-times.ts';
import { againAlone, type Count } from './test-reports.ts';

export interface Step {
  name: string;
  /** The command that runs it again alone, if its notes do not name one for each test. */
  command?: string;
  run: () => Promise<Count>;
}

/** Steps that run one after the other. */
type Lane = readonly Step[];

/** Lanes that run beside each other: what one waits for, another one uses. */
export type Stage = readonly Lane[];

interface StagesResult {
  counts: Count[];
  /** A line for each step and each stage with its time. */
  took: string[];
}

/** Runs stages one after the other. A step that throws counts as one failure, and those after it run nevertheless. */
export async function runStages(stages: readonly Stage[]): Promise<StagesResult> {
  const counts: Count[] = [];
  const took: string[] = [];
  for (const stage of stages) {
    const startedAt = performance.now();
    const busyBefore = busyCoreSeconds();
    const lanes = await Promise.all(stage.map(runLane));
    const total = { seconds: secondsSince(startedAt), coreSeconds: busyCoreSeconds() - busyBefore };
    for (const { count, name, seconds } of lanes.flat()) {
      counts.push(count);
      took.push(lineOf(name, { seconds }));
    }
    took.push(lineOf('for these together', total));
  }
  return { counts, took };
}

async function runLane(lane: Lane) {
  const results: { name: string; count: Count; seconds: number }[] = [];
  for (const { name, command, run } of lane) {
    const startedAt = performance.now();
    const count = await Promise.try(run).catch((error: Error) => {
      console.error(error.message);
      return { passed: 0, failed: 1, notes: [`failed: ${error.message}`] };
    });
    results.push({ name, count: withCommand(count, command), seconds: secondsSince(startedAt) });
  }
  return results;
}

const withCommand = (count: Count, command: string | undefined): Count =>
  count.failed === 0 || command === undefined
    ? count
    : { ...count, notes: [...(count.notes ?? []), againAlone(command)] };

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000;

interface Requirement {
  isThere: () => boolean;
  /** The reason that is told if it is not. */
  otherwise: string;
}

/** The same step, which fails at once without what an earlier one was to make. */
export const requiring = (step: Step, { isThere, otherwise }: Requirement): Step => ({
  ...step,
  run: async () =>
    isThere() ? step.run() : { passed: 0, failed: 1, notes: [`failed: ${step.name}, because ${otherwise}`] },
});

/** The same steps on a machine that has no memory for several at once. */
export const oneAfterTheOther = (stages: readonly Stage[]): Stage[] => stages.map((stage) => [stage.flat()]);
