export interface MetricFamily {
  name: string;
  type: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const name = '[a-z][a-z0-9_]*';
const sampleLine = new RegExp(`^(${name})(?:\\{(.*)\\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$`, 'i');
const label = /^([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;

/**
 * Parses the response of `/metrics` as strictly as `promtool check metrics` does: the text format and the naming rules.
 * @throws Error with the first line that is wrong
 */
export function readMetrics(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const families = new Map<string, MetricFamily>();
  let current: MetricFamily | undefined;
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue;
    const [, told, told2 = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (told === 'HELP') {
      if (families.has(told2)) throw new Error(`${told2} is told of twice.`);
      current = { name: told2, help: rest, type: 'untyped', samples: [] };
      families.set(told2, current);
    } else if (told === 'TYPE') {
      if (current?.name !== told2 || current.samples.length > 0) throw new Error(`The type of ${told2} stands alone.`);
      current.type = rest;
    } else {
      addSample(current, line);
    }
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

function addSample(family: MetricFamily | undefined, line: string): void {
  const [, sampleName = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (!sampleName) throw new Error(`This is no sample: ${line}`);
  const suffix = sampleName.slice(family?.name.length);
  const allowed: Record<string, string[]> = {
    histogram: ['_bucket', '_sum', '_count'],
    summary: ['', '_sum', '_count'],
  };
  if (!family || !sampleName.startsWith(family.name) || !(allowed[family.type] ?? ['']).includes(suffix)) {
    throw new Error(`${sampleName} does not belong where it stands.`);
  }
  family.samples.push({
    name: sampleName,
    labels: readLabels(labels),
    value: Number(value.replace('Inf', 'Infinity')),
  });
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const [whole, key, value] = label.exec(rest) ?? [];
    if (whole === undefined || key === undefined || value === undefined)
      throw new Error(`These are no labels: ${text}`);
    if (key in labels) throw new Error(`The label ${key} stands twice.`);
    labels[key] = value;
    rest = rest.slice(whole.length);
  }
  return labels;
}

function checkFamily({ name, type, help, samples }: MetricFamily): void {
  const wrong = (what: string) => new Error(`${name} ${what}.`);
  if (help.trim() === '') throw wrong('says nothing of itself');
  if (!['counter', 'gauge', 'histogram', 'summary'].includes(type)) throw wrong(`is of the type ${type}`);
  if (type === 'counter' && !name.endsWith('_total')) throw wrong('is a counter and does not end with _total');
  if (type !== 'counter' && name.endsWith('_total')) throw wrong('ends with _total and is no counter');
  if (/_(milliseconds|ms|minutes|hours|kilobytes|megabytes|percent)(_|$)/.test(name)) throw wrong('has no base unit');
  if (/_(count|sum|bucket|info)$/.test(name) && type !== 'gauge') throw wrong('ends like a part of another metric');
  const seen = new Set<string>();
  for (const sample of samples) {
    const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`;
    if (seen.has(key)) throw wrong('has a sample twice');
    seen.add(key);
    if (type === 'counter' && !(sample.value >= 0)) throw wrong('is a counter below nought');
  }
  if (type === 'histogram' && samples.length > 0 && !samples.some(({ labels }) => labels.le === '+Inf')) {
    throw wrong('has no bucket for everything');
  }
}
