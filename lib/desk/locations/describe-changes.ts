type Settings = Readonly<Record<string, string | number | boolean | null>>;

/** What is different, for the audit log: `undoS 10 → 5; capacity none → 120`. Empty where nothing is. */
export const describeChanges = (before: Settings, after: Settings): string =>
  Object.entries(after)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => `${name} ${before[name] ?? 'none'} → ${value ?? 'none'}`)
    .join('; ');
