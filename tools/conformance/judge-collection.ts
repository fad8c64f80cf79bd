import fs from 'node:fs';
import path from 'node:path';
import { contracts } from './contracts.ts';
import type { Judged, Trial } from './judged.ts';
import { portmanSettings } from './portman-settings.ts';
import { readOperations } from './read-operations.ts';
import { runTool } from './run-tool.ts';
import { servedDocument } from './served-document.ts';
import { askerOf } from './traffic/ask.ts';

/** Runs the collection that Portman generates from the served document, with its contract tests, in newman. */
export async function judgeCollection(trial: Trial): Promise<Judged> {
  const { name, tools, gateway, gym, platform } = trial;
  const { basePath, operations, credentialsOf, makeSamples } = contracts[name];
  const folder = path.join(trial.folder, `collection-${name}`);
  fs.mkdirSync(folder, { recursive: true });
  const file = (called: string) => path.join(folder, called);

  const complaints: string[] = [];
  const ask = askerOf({
    url: `${platform.url}${basePath}`,
    operations,
    ...credentialsOf(gym),
    readViolations: () => [],
    keepBody: gateway.keepBody,
    note: ({ operationId, violations }) => complaints.push(...violations.map((line) => `${operationId}: ${line}`)),
  });
  const samples = await makeSamples({ ask, gym, platform });
  if (complaints.length > 0) throw new Error(`The collection could not be prepared.\n${complaints.join('\n')}`);

  fs.writeFileSync(file('document.json'), JSON.stringify(await servedDocument(platform.url, name)));
  fs.writeFileSync(file('portman.json'), JSON.stringify(portmanSettings(trial, samples, folder), null, 2));
  await runTool(tools, '@apideck/portman/bin/portman', folder, [
    '--local',
    file('document.json'),
    '--baseUrl',
    `${gateway.url}${basePath}`,
    '--portmanConfigFile',
    file('portman.json'),
    '--output',
    file('collection.json'),
    '--includeTests',
    'true',
  ]);
  const [key] = Object.values(credentialsOf(gym).headers);
  gateway.takeAnswers();
  await runTool(
    tools,
    'newman/bin/newman.js',
    folder,
    [
      'run',
      file('collection.json'),
      '--delay-request',
      '170',
      '--working-dir',
      folder,
      '--env-var',
      `apiKey=${key}`,
      '--reporters',
      'json',
      '--reporter-json-export',
      file('run.json'),
    ],
    [0, 1],
  );
  const answers = gateway.takeAnswers();
  const covered = readOperations(contracts[name], answers);
  return {
    tool: 'Portman, newman',
    exchanges: answers.length,
    operations: covered.size,
    violations: [
      ...readFailures(file('run.json')),
      ...Object.keys(operations)
        .filter((id) => !covered.has(id))
        .map((id) => `${id}: is not in the collection`),
    ],
  };
}

interface NewmanRun {
  run: { failures: { source?: { name: string }; error: { test?: string; message: string } }[] };
}

function readFailures(file: string): string[] {
  const { run } = JSON.parse(fs.readFileSync(file, 'utf8')) as NewmanRun; // safe because: newman writes this shape
  return run.failures.map(
    ({ source, error }) => `${source?.name ?? 'the collection'}: ${error.test ?? ''} ${error.message}`,
  );
}
