import { vi } from 'vitest';

/** Runs a function while the runtime knows a time zone that PostgreSQL does not know, as one that is newer than PostgreSQL's data. */
export async function withNewerZone<Result>(newer: string, run: () => Promise<Result>): Promise<Result> {
  class DateTimeFormat extends Intl.DateTimeFormat {
    readonly #isNewer: boolean;

    constructor(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      const isNewer = options?.timeZone === newer;
      super(locales, isNewer ? { ...options, timeZone: 'UTC' } : options);
      this.#isNewer = isNewer;
    }

    override resolvedOptions() {
      const options = super.resolvedOptions();
      return this.#isNewer ? { ...options, timeZone: newer } : options;
    }
  }
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: DateTimeFormat } }));
  try {
    return await run();
  } finally {
    vi.unstubAllGlobals();
  }
}
