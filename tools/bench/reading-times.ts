const readings = 40;

/** The milliseconds of one run of it. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The milliseconds of each of 40 readings, after one that is not counted. */
export async function timedReadings(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const samplesMs: number[] = [];
  for (let reading = 0; reading < readings; reading += 1) samplesMs.push(await timed(work));
  return samplesMs;
}
