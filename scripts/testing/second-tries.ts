import fs from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** A reporter of Vitest that leaves in the file `SECOND_TRIES` which tests passed only when they were tried again, a line each. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env.SECOND_TRIES;
    if (file && test.diagnostic()?.flaky)
      fs.appendFileSync(file, `${test.module.relativeModuleId} › ${test.fullName}\n`);
  }
}
